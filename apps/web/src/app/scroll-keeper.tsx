import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Where each entry of this tab's history was left. A reload is the browser's own business. */
const positions = new Map<string, number>()

/** How long a page may take to grow to the height it had; after that its new shape wins. */
const PATIENCE_MS = 3000

/** New pages start at their top; going back or forward returns to where the page was left, as soon as it is tall enough. */
export function ScrollKeeper() {
  const { key, hash } = useLocation()
  const how = useNavigationType()

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const handOver = () => {
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', handOver)
    return () => removeEventListener('pagehide', handOver)
  }, [])

  // Before the paint, so that no scroll of the new page is written down for the one that was left.
  useLayoutEffect(() => {
    const remember = () => positions.set(key, scrollY)
    addEventListener('scroll', remember, { passive: true })
    const top = positions.get(key)
    let giveUp: (() => void) | undefined
    if (how === 'POP' && top !== undefined) giveUp = restore(top)
    else if (how === 'PUSH' && hash === '') scrollTo(0, 0)
    // Also an entry that is never scrolled was left somewhere: at its top, or where the one stood whose address it replaced.
    if (top === undefined) remember()
    return () => {
      giveUp?.()
      removeEventListener('scroll', remember)
    }
  }, [key, how, hash])

  return null
}

const impatience = ['wheel', 'touchmove', 'keydown'] as const

/** Scrolls to `top` now, and again while the page is still too short for it. Whoever scrolls meanwhile ends this. */
function restore(top: number): () => void {
  const stop = () => {
    growth.disconnect()
    clearTimeout(timer)
    for (const event of impatience) removeEventListener(event, stop)
  }
  const growth = new ResizeObserver(() => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) < 2) stop()
  })
  const timer = setTimeout(stop, PATIENCE_MS)
  for (const event of impatience) addEventListener(event, stop, { passive: true })
  scrollTo(0, top)
  growth.observe(document.body)
  return stop
}
