import { env } from '../env.ts'
import { createListeners } from '../ui/listeners.ts'

/** `offline`: the browser has no network. `unreachable`: the browser has a network, but the API or the auth provider does not respond. */
type Reachability = 'reachable' | 'offline' | 'unreachable'

const MIN_DELAY_MS = 2_000
const MAX_DELAY_MS = 30_000
const PING_TIMEOUT_MS = 5_000

const { subscribe, notify } = createListeners()
let isUnreachable = false
/** Calls the service that failed; rejects while it is still unreachable. */
let ping: () => Promise<unknown> = pingApi
let delayMs = MIN_DELAY_MS
let timer: ReturnType<typeof setTimeout> | undefined

export const reachability = {
  get: (): Reachability => (navigator.onLine === false ? 'offline' : isUnreachable ? 'unreachable' : 'reachable'),
  subscribe,
}

/** Reports a call without a response and starts to ping the service, by default the API, until it responds. */
export function reportUnreachable(pingAgain = pingApi): void {
  if (isUnreachable) return
  isUnreachable = true
  ping = pingAgain
  delayMs = MIN_DELAY_MS
  timer = setTimeout(checkReachability, delayMs)
  notify()
}

export function reportReachable(): void {
  if (!isUnreachable) return
  isUnreachable = false
  clearTimeout(timer)
  notify()
}

/** Pings the unreachable service now, then again with doubling delays of up to 30 seconds. */
export async function checkReachability(): Promise<void> {
  clearTimeout(timer)
  if (!isUnreachable) return
  try {
    await ping()
    return reportReachable()
  } catch {
    // Still unreachable.
  }
  delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
  clearTimeout(timer)
  timer = setTimeout(checkReachability, delayMs)
}

async function pingApi(): Promise<unknown> {
  const { ok, status } = await fetch(`${env.apiUrl}/api/ready`, { cache: 'no-store', signal: AbortSignal.timeout(PING_TIMEOUT_MS) })
  if (!ok) throw new Error(`Not ready: ${status}`)
  return status
}

addEventListener('offline', () => notify())
addEventListener('online', () => {
  notify()
  void checkReachability()
})
