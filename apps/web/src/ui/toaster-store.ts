import type * as Toaster from './toaster.tsx'

type ToasterModule = typeof Toaster

/** Where toasts are drawn. It moves into an open modal dialog, since all around one is inert and unspoken. */
export const toastHost = document.createElement('div')

let loading: Promise<ToasterModule> | undefined
let loaded: ToasterModule | undefined
let onMounted: () => void
const mounted = new Promise<void>((resolve) => {
  onMounted = resolve
})
const listeners = new Set<() => void>()

/** Fetches the toaster ahead of time, so that a message about a lost network does not need the network. */
export function loadToaster(): Promise<ToasterModule> {
  loading ??= import('./toaster.tsx').then(
    (module) => {
      loaded = module
      for (const listener of listeners) listener()
      return module
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** Resolves once a toast can be seen and heard. */
export async function toasterReady(): Promise<ToasterModule> {
  const module = await loadToaster()
  await mounted
  bringToastsToTop()
  return module
}

/** Moves the toasts to where they can be seen and reached: the topmost dialog, or the page. */
export function bringToastsToTop() {
  const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  if (toastHost.parentNode !== parent) parent.append(toastHost)
}

export const toasterStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  get: () => loaded,
  markMounted: () => onMounted(),
}
