import { createListeners } from './listeners.ts'
import { moveToastsToTopDialog } from './toast-container.ts'

type Message = { title: string; description?: string | undefined }
export type ToastKind = 'success' | 'info' | 'warning' | 'error'
/** `reportCount` counts how often the same message was reported while it was visible. */
export type Toast = Message & { id: string; kind: ToastKind; reportCount: number }

let toasts: readonly Toast[] = []
const { subscribe, notify } = createListeners()

function setToasts(next: readonly Toast[]) {
  toasts = next
  notify()
}

const report =
  (kind: ToastKind) =>
  ({ title, description }: Message) => {
    // The id is the text: reporting a visible message again only restarts its timer.
    const id = `${kind} ${title} ${description ?? ''}`
    const shown = toasts.find((toast) => toast.id === id)
    if (shown) setToasts(toasts.map((toast) => (toast === shown ? { ...toast, reportCount: toast.reportCount + 1 } : toast)))
    else setToasts([...toasts, { id, kind, title, description, reportCount: 1 }])
    moveToastsToTopDialog()
  }

/** Shows a toast. */
export const toast = { success: report('success'), info: report('info'), warning: report('warning'), error: report('error') }

/** The active toasts, oldest first. */
export const toastStore = {
  subscribe,
  get: () => toasts,
  dismiss: (id: string) => setToasts(toasts.filter((toast) => toast.id !== id)),
  clear: () => setToasts([]),
}
