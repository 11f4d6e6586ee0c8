import { setTimeout as sleep } from 'node:timers/promises'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

const FETCH_TIMEOUT_MS = 5_000

/** The auth provider cannot be asked for its keys, so nothing can be said about a token. */
export class KeysUnreachable extends Error {
  override name = 'KeysUnreachable'
}

type Options = {
  url: string
  /** The shortest time between two looks, so that tokens with made-up key ids cannot flood the provider. */
  cooldownMs: number
  /** Called when the set of keys differs from the one before: what was verified with it may not count any more. */
  onChange: () => void
}

/**
 * The public keys of the auth provider: fetched when first needed, again when a token names a key not seen yet, and
 * on refresh(). A token with such a key waits for a look that begins after it came, however many made-up ones led to
 * a look a moment before: its key may be new. Keys once fetched stay good while the provider is down; jose's own
 * remote set would drop them.
 */
export function signingKeys({ url, cooldownMs, onChange }: Options) {
  let known: { find: ReturnType<typeof createLocalJWKSet>; text: string } | undefined
  let lastLook = Number.NEGATIVE_INFINITY
  let lastFailure: KeysUnreachable | undefined
  let looking: Promise<void> | undefined
  /** The next look, which did not begin yet: all who wait share it. */
  let next: Promise<void> | undefined

  const fetchKeys = async (): Promise<void> => {
    lastLook = performance.now()
    let text: string
    let find: ReturnType<typeof createLocalJWKSet>
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error' })
      if (!response.ok) throw new Error(`status ${response.status}`)
      text = await response.text()
      find = createLocalJWKSet(JSON.parse(text) as JSONWebKeySet)
    } catch (cause) {
      lastFailure = new KeysUnreachable('The keys of the auth provider cannot be fetched', { cause })
      throw lastFailure
    }
    lastFailure = undefined
    const changed = known !== undefined && known.text !== text
    known = { find, text }
    if (changed) onChange()
  }

  const refresh = (): Promise<void> => {
    looking ??= fetchKeys().finally(() => {
      looking = undefined
    })
    return looking
  }

  const restOfCooldown = (): number => lastLook + cooldownMs - performance.now()

  const lookSoon = async (): Promise<void> => {
    // What it finds may be older than the token; why it fails is told to those who asked for it.
    await looking?.catch(() => undefined)
    const rest = restOfCooldown()
    if (rest > 0) await sleep(rest, undefined, { ref: false })
    next = undefined
    await refresh()
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    if (known === undefined) await refresh()
    if (known === undefined) throw new KeysUnreachable('The auth provider gave no keys')
    try {
      return await known.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      // The key may be new and could not be fetched: that does not make the token wrong.
      if (lastFailure && restOfCooldown() > 0) throw lastFailure
      next ??= lookSoon()
      await next
      return await known.find(header, token)
    }
  }

  return {
    find,
    /** Looks for changed keys; without any known yet there is nothing to refresh. */
    refresh: async (): Promise<void> => {
      if (known !== undefined) await refresh()
    },
  }
}
