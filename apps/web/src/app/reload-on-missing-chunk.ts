import { reportUnreachable } from '../api/reachability.ts'

const key = 'academy.reloaded-at'
const MIN_INTERVAL_MS = 30_000

/**
 * Reloads the page when a chunk is missing, because a deployment has replaced it. Reloads once: if the chunk is still missing, the error
 * page shows. Without a connection it does not reload, because the page would be lost.
 */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => {
    fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => (ok ? reloadOnce() : reportUnreachable()),
      () => reportUnreachable(),
    )
  })
}

/** Reloads the page, at most once in 30 seconds. */
export function reloadOnce(): void {
  try {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < MIN_INTERVAL_MS) return
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    // Without storage the page could reload for ever.
    return
  }
  location.reload()
}
