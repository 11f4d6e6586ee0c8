import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { requestIdle } from './request-idle.ts'
import { type Toast, toastStore } from './toast.ts'
import { moveToastsToTopDialog, toastContainer } from './toast-container.ts'
import type { ToastList } from './toast-list.tsx'

const importToastList = () => import('./toast-list.tsx')

/** Renders the toasts. Use it once, at the root of the app. Alt+T focuses the newest toast. */
export function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  const section = useRef<HTMLElement>(null)
  const List = useToastList(toasts)

  useEffect(() => {
    moveToastsToTopDialog()
    const onKeyDown = (event: KeyboardEvent) => {
      // Uses `code`: with Alt, some systems report another character in `key`.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyT') return
      const newest = [...(section.current?.querySelectorAll('button') ?? [])].at(-1)
      if (!newest) return
      event.preventDefault()
      newest.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return createPortal(
    // Screen readers announce only changes of a live region that exists already.
    <section ref={section} aria-label="Notifications" aria-keyshortcuts="Alt+T" aria-live="polite" aria-relevant="additions text">
      {List && toasts.length > 0 && <List toasts={toasts} />}
    </section>,
    toastContainer,
  )
}

/** Loads the toast list after the first page is shown, so that it is there even when the network is lost later. Retries on the next toast. */
function useToastList(toasts: readonly Toast[]): typeof ToastList | undefined {
  const [list, setList] = useState<{ ToastList: typeof ToastList }>()
  useEffect(() => {
    if (list) return
    const load = () => void importToastList().then(setList, (error: unknown) => toasts.length > 0 && reportError(error))
    const loadWhenIdle = () => requestIdle(load)
    if (toasts.length > 0) return load()
    if (document.readyState === 'complete') return loadWhenIdle()
    addEventListener('load', loadWhenIdle, { once: true })
    return () => removeEventListener('load', loadWhenIdle)
  }, [list, toasts])
  return list?.ToastList
}
