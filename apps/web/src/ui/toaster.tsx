import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as SonnerToaster } from 'sonner'
import { CircleAlert, CircleCheck, TriangleAlert } from './icons.ts'
import { toastHost } from './toast-host.ts'

export { toast } from 'sonner'

const classNames = {
  toast:
    'flex w-full items-start gap-3 rounded-lg border border-rule bg-surface p-4 pr-10 font-text text-sm text-ink shadow-floating focus-visible:outline-2 focus-visible:outline-focus',
  title: 'font-semibold',
  description: 'mt-0.5 text-muted',
  icon: 'mt-0.5 shrink-0 [&_svg]:size-5',
  closeButton:
    'absolute top-3 right-3 flex size-6 items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink [&_svg]:size-4',
  success: '[&_[data-icon]]:text-positive',
  warning: '[&_[data-icon]]:text-warning',
  error: 'border-danger/40 [&_[data-icon]]:text-danger',
}

const icons = {
  success: <CircleCheck aria-hidden="true" />,
  warning: <TriangleAlert aria-hidden="true" />,
  error: <CircleAlert aria-hidden="true" />,
}

/** Drawn by Toasts once it is needed. `onMounted` says that messages will be seen from now on. */
export function Toaster({ onMounted }: { onMounted: () => void }) {
  useEffect(onMounted, [onMounted])
  return createPortal(
    <SonnerToaster position="bottom-right" closeButton visibleToasts={4} icons={icons} toastOptions={{ unstyled: true, classNames }} />,
    toastHost,
  )
}
