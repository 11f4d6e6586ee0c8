import { SESSION_KEY } from './storage-key.ts'

type Arrival = {
  /** Hash of the address that a link from a mail led to, when it carries a session. */
  tokens?: string
  /** Why a link from a mail did not open a session, in the provider's words. */
  linkError?: string
}

/** Reads what the provider put into the hash of an address; nothing, when the hash is somebody else's. */
export function readArrival(hash: string): Arrival {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  if (parameters.has('access_token')) return { tokens: hash }
  const linkError = parameters.get('error_description') ?? parameters.get('error') ?? parameters.get('error_code')
  return linkError === null ? {} : { linkError }
}

/** How this visit began; the reason of a refused link is forgotten once somebody was signed in. */
export const arrival = readArrival(window.location.hash)

// Neither tokens nor refusals may stay in the address, in the history or in what the router remembers.
if (arrival.tokens !== undefined || arrival.linkError !== undefined) showAddressWith('')

/** Rewrites the address with another hash, behind the back of everybody who listens. */
export function showAddressWith(hash: string): void {
  history.replaceState(history.state, '', window.location.pathname + window.location.search + hash)
}

/** Whether there may be a session at all; if not, nobody has to be asked. */
export function mayHaveSession(): boolean {
  try {
    return arrival.tokens !== undefined || localStorage.getItem(SESSION_KEY) !== null
  } catch {
    // A browser that denies its storage has none in it.
    return false
  }
}
