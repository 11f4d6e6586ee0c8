/** Runs work when the browser is idle, at the latest after two seconds: with a busy processor it may never be idle. */
export function requestIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 })
  else work()
}
