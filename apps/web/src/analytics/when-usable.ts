/** So long after everything has loaded, in ms, a page on a slow phone has asked for its data and shows it. */
const LEISURE_MS = 2000

/** Does the work once the page can be used and the browser has nothing better to do: nobody may wait for it. */
export function whenUsable(work: () => void): void {
  // Safari knows no idle time yet.
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : work())
  const atLeisure = () => setTimeout(whenIdle, LEISURE_MS)
  if (document.readyState === 'complete') atLeisure()
  else addEventListener('load', atLeisure, { once: true })
}
