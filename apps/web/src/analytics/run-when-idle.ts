import { requestIdle } from '../ui/request-idle.ts'

/** How long the user must neither type, click nor scroll, in milliseconds. A slow phone fetches and renders the first page in this time. */
const QUIET_MS = 2000

/**
 * Runs work when the page has loaded, the user has neither typed, clicked nor scrolled for a while, and the browser is idle. Between two keys
 * the browser is idle as well, but long work there delays the next key.
 */
export function runWhenIdle(work: () => void, quietMs = QUIET_MS): void {
  const waitForQuiet = () => {
    const inputs = new AbortController()
    const finish = () => {
      inputs.abort()
      requestIdle(work)
    }
    let timer = setTimeout(finish, quietMs)
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(finish, quietMs)
    }
    for (const input of ['keydown', 'pointerdown', 'scroll'])
      addEventListener(input, restart, { capture: true, passive: true, signal: inputs.signal })
  }
  if (document.readyState === 'complete') waitForQuiet()
  else addEventListener('load', waitForQuiet, { once: true })
}
