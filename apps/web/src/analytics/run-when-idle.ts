/** Milliseconds after the load event in which a slow phone fetches and renders the first page. */
const IDLE_DELAY_MS = 2000

/** Runs work after the page has loaded and the browser is idle. */
export function runWhenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  const requestIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : work())
  const scheduleAfterDelay = () => setTimeout(requestIdle, IDLE_DELAY_MS)
  if (document.readyState === 'complete') scheduleAfterDelay()
  else addEventListener('load', scheduleAfterDelay, { once: true })
}
