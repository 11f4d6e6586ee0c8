/** Milliseconds in which a slow phone fetches and renders the first page. */
const QUIET_MS = 2000

/**
 * Runs work when the page has loaded, the user has neither typed nor clicked for a while, and the browser is idle. Between two keys the browser
 * is idle as well, but long work there delays the next key.
 */
export function runWhenIdle(work: () => void, quietMs = QUIET_MS): void {
  // Safari has no requestIdleCallback.
  const requestIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : work())
  const waitForQuiet = () => {
    const inputs = new AbortController()
    const finish = () => {
      inputs.abort()
      requestIdle()
    }
    let timer = setTimeout(finish, quietMs)
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(finish, quietMs)
    }
    for (const input of ['keydown', 'pointerdown'])
      addEventListener(input, restart, { capture: true, passive: true, signal: inputs.signal })
  }
  if (document.readyState === 'complete') waitForQuiet()
  else addEventListener('load', waitForQuiet, { once: true })
}
