import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useHasElapsed } from '../../ui/use-has-elapsed.ts'

/** Shorter waits show no bar, which would only flicker. */
const SHOW_DELAY_MS = 300

// Browsers without the Navigation API show no bar.
const navigation = (): Navigation | undefined => ('navigation' in window ? window.navigation : undefined)

const subscribe = (listener: () => void) => {
  const source = navigation()
  source?.addEventListener('currententrychange', listener)
  return () => source?.removeEventListener('currententrychange', listener)
}

/** Returns the path in the address bar, which changes before the lazy page renders. */
const pendingPath = (): string | undefined => {
  const url = navigation()?.currentEntry?.url
  return url ? URL.parse(url)?.pathname : undefined
}

/** Shows a progress bar while a lazy page loads and the previous page is still visible. */
export function NavigationProgress() {
  const pending = useSyncExternalStore(subscribe, pendingPath)
  const { pathname } = useLocation()
  return pending === undefined || pending === pathname ? null : <DelayedBar key={pending} />
}

function DelayedBar() {
  const isVisible = useHasElapsed(SHOW_DELAY_MS)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-40 print:hidden">
      {isVisible && (
        <>
          <span className="sr-only">Loading the page...</span>
          <span aria-hidden="true" className="block h-1 animate-[skeleton-breath_900ms_ease-in-out_infinite] bg-accent" />
        </>
      )}
    </div>
  )
}
