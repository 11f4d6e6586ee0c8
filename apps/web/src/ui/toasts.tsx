import { useEffect, useSyncExternalStore } from 'react'
import { bringToastsToTop } from './toast-host.ts'
import { loadToaster, toasterStore } from './toaster-store.ts'

/** The place where toasts appear; once, at the root of the app. */
export function Toasts() {
  const loaded = useSyncExternalStore(toasterStore.subscribe, toasterStore.get)

  useEffect(() => {
    bringToastsToTop()
    // A failed early fetch costs nothing: the first toast asks again.
    const preload = () => void loadToaster().catch(() => undefined)
    if (document.readyState === 'complete') return preload()
    addEventListener('load', preload, { once: true })
    return () => removeEventListener('load', preload)
  }, [])

  return loaded ? <loaded.Toaster onMounted={toasterStore.markMounted} /> : null
}
