const key = 'academy.reloaded-at'
const PAUSE_MS = 30_000

/**
 * After a deployment, an open tab may ask for a chunk that is gone. Loading the page anew gets the new version. Once: if the
 * chunk is still missing then, the error goes on to the error page.
 */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < PAUSE_MS) return
    sessionStorage.setItem(key, String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}
