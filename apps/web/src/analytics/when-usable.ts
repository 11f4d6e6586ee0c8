/** Does the work once the page has loaded and the browser has nothing better to do: nobody may wait for it. */
export function whenUsable(work: () => void): void {
  // Safari knows no idle time yet.
  const atLeisure = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 2000))
  if (document.readyState === 'complete') atLeisure()
  else addEventListener('load', atLeisure, { once: true })
}
