import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from './icons.ts'
import { restoreFocus } from './page-heading.tsx'
import { type Toast, type ToastKind, toastStore } from './toast.ts'

/** Milliseconds. */
const durations: Record<ToastKind, number> = { success: 5000, info: 9000, warning: 9000, error: 9000 }

/** Older toasts reappear when newer ones disappear. */
const MAX_VISIBLE = 4

const looks = {
  success: { Icon: CircleCheck, frame: 'border-rule', mark: 'text-positive' },
  info: { Icon: Info, frame: 'border-rule', mark: 'text-muted' },
  warning: { Icon: TriangleAlert, frame: 'border-rule', mark: 'text-warning' },
  error: { Icon: CircleAlert, frame: 'border-danger/40', mark: 'text-danger' },
} as const

/** The newest toasts, oldest first. None expires while the pointer or the focus is on one of them. */
export function ToastList({ toasts: all }: { toasts: readonly Toast[] }) {
  const toasts = all.slice(-MAX_VISIBLE)
  const list = useRef<HTMLOListElement>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const focusBefore = useRef<Element | null>(null)
  useScrollPadding(list, all)

  const isOutside = (target: Element | null) => !list.current?.contains(target)
  const onFocus = ({ relatedTarget }: FocusEvent<Element, Element>) => {
    if (isOutside(relatedTarget)) focusBefore.current = relatedTarget
    setFocused(true)
  }
  const onBlur = ({ relatedTarget }: FocusEvent<Element, Element>) => setFocused(!isOutside(relatedTarget))

  const dismiss = (id: string) => {
    // Moves the focus to the next toast, or back to where it was before the toasts.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    if (at >= 0) restoreFocus(buttons[at + 1] ?? buttons[at - 1] ?? focusBefore.current)
    toastStore.dismiss(id)
  }

  return (
    <ol
      ref={list}
      className="fixed inset-x-4 bottom-4 z-50 ml-auto flex max-w-96 flex-col gap-3 short:max-h-[calc(100dvh-2rem)] short:overflow-y-auto"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} paused={hovered || focused} onDismiss={() => dismiss(toast.id)} />
      ))}
    </ol>
  )
}

type ToastItemProps = { toast: Toast; paused: boolean; onDismiss: () => void }

function ToastItem({ toast: { id, kind, title, description, reportCount }, paused, onDismiss }: ToastItemProps) {
  const { Icon, frame, mark } = looks[kind]

  // biome-ignore lint/correctness/useExhaustiveDependencies: reporting a message again restarts its timer
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => toastStore.dismiss(id), durations[kind])
    return () => clearTimeout(timer)
  }, [id, kind, reportCount, paused])

  return (
    <li
      data-kind={kind}
      className={cx(
        'toast relative flex w-full shrink-0 items-start gap-3 rounded-lg border bg-surface p-4 pr-12 font-text text-sm text-ink shadow-floating',
        frame,
      )}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', mark)} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {description && <p className="mt-0.5 text-muted">{description}</p>}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="absolute top-2.5 right-2.5 flex size-8 items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}

/** Keeps focused controls from being scrolled behind the toasts (styles/base.css). */
function useScrollPadding(list: RefObject<HTMLElement | null>, toasts: readonly Toast[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the toasts
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toasts-height', `${list.current?.offsetHeight ?? 0}px`)
    return () => void style.removeProperty('--toasts-height')
  }, [list, toasts])
}
