import { noteUnanswered } from '../api/reachability.ts'

const key = 'academy.reloaded-at'
const PAUSE_MS = 30_000

/**
 * After a deployment, an open tab may ask for a chunk that is gone. Loading the page anew gets the new version. Once: if the
 * chunk is still missing then, the error stays on the error page. Without a connection nothing is reloaded: the page would be lost.
 */
export function reloadWhenOutdated(): void {
  addEventListener('vite:preloadError', () => {
    fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => (ok ? reloadOnce() : noteUnanswered()),
      () => noteUnanswered(),
    )
  })
}

/** Reloads the page, but not again within half a minute: what still fails then needs a person. */
export function reloadOnce(): void {
  try {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < PAUSE_MS) return
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    // A browser that denies its storage would not know that it has reloaded, and do so for ever.
    return
  }
  location.reload()
}
