import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** Shorter waits pass unnoticed, and saying something about them would only flicker. */
const PATIENCE_MS = 300

// Not every browser has it yet; where it is missing nothing is said.
const navigation = (): Navigation | undefined => ('navigation' in window ? window.navigation : undefined)

const subscribe = (listener: () => void) => {
  const source = navigation()
  source?.addEventListener('currententrychange', listener)
  return () => source?.removeEventListener('currententrychange', listener)
}

/** The path in the address bar, which is ahead of the page as long as that is on its way. */
const askedFor = (): string | undefined => {
  const url = navigation()?.currentEntry?.url
  return url ? URL.parse(url)?.pathname : undefined
}

/**
 * Says that a page was asked for and is on its way. The one before stays until its code is there; on a slow network a click would
 * otherwise seem to do nothing.
 */
export function PageOnItsWay() {
  const asked = useSyncExternalStore(subscribe, askedFor)
  const { pathname } = useLocation()
  return asked === undefined || asked === pathname ? null : <Waiting key={asked} />
}

function Waiting() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-40 print:hidden">
      {isLong && (
        <>
          <span className="sr-only">Loading the page...</span>
          <span aria-hidden="true" className="block h-1 animate-[skeleton-breath_900ms_ease-in-out_infinite] bg-accent" />
        </>
      )}
    </div>
  )
}
