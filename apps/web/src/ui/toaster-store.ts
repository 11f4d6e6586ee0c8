import { bringToastsToTop } from './toast-host.ts'
import type * as Toaster from './toaster.tsx'

type ToasterModule = typeof Toaster

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
