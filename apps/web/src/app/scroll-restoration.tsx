import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Scroll positions by history entry. The browser restores reloads by itself. */
const positions = new Map<string, number>()

/** How long to wait until the page is tall enough to restore the position. */
const RESTORE_TIMEOUT_MS = 3000

/** Scrolls new pages to the top, keeps the position when only the query changes, as by tabs, and restores the position on back and forward, as soon as the page is tall enough. */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation()
  const navigationType = useNavigationType()
  const isFirstPage = useRef(true)
  const last = useRef({ key, pathname })

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const restoreBrowserDefault = () => {
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', restoreBrowserDefault)
    return () => removeEventListener('pagehide', restoreBrowserDefault)
  }, [])

  // Before the paint, so that a scroll of the new page is not saved for the old entry.
  useLayoutEffect(() => {
    const savePosition = () => positions.set(key, scrollY)
    addEventListener('scroll', savePosition, { passive: true })
    const top = positions.get(key)
    let stopRestoring: (() => void) | undefined
    if (navigationType === 'POP' && top !== undefined) stopRestoring = restore(top)
    // A reload forgets the positions of earlier entries. The reloaded page itself is restored by the browser.
    else if (
      hash === '' &&
      ((navigationType === 'PUSH' && pathname !== last.current.pathname) || (navigationType === 'POP' && !isFirstPage.current))
    ) {
      scrollTo(0, 0)
      positions.set(key, 0)
    }
    // Also saves entries that are never scrolled. Reading the position here would compute the layout of the whole page.
    if (!positions.has(key)) positions.set(key, positions.get(last.current.key) ?? 0)
    isFirstPage.current = false
    last.current = { key, pathname }
    return () => {
      stopRestoring?.()
      removeEventListener('scroll', savePosition)
    }
  }, [key, navigationType, pathname, hash])

  return null
}

const userScrollEvents = ['wheel', 'touchmove', 'keydown'] as const

/** Scrolls to `top`, and again while the page grows. Stops when the user scrolls. */
function restore(top: number): () => void {
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of userScrollEvents) removeEventListener(event, stop)
  }
  const observer = new ResizeObserver(() => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) < 2) stop()
  })
  const timer = setTimeout(stop, RESTORE_TIMEOUT_MS)
  for (const event of userScrollEvents) addEventListener(event, stop, { passive: true })
  scrollTo(0, top)
  observer.observe(document.body)
  return stop
}
