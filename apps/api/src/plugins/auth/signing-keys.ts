import { setTimeout as sleep } from 'node:timers/promises'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

const FETCH_TIMEOUT_MS = 5_000

/** The auth provider's keys are unreachable, so a token can be neither accepted nor refused. */
export class KeysUnreachable extends Error {
  override name = 'KeysUnreachable'
}

type Options = {
  url: string
  /** The shortest time between two fetches, so that tokens with invented key ids cannot flood the provider. */
  cooldownMs: number
  /** Runs when the keys changed: cached verifications may be invalid. */
  onChange: () => void
}

/**
 * Caches the auth provider's public keys. Fetches them on demand, for tokens with an unknown key, and on refresh(). A token with an unknown
 * key waits for a fetch that starts after its request, because the key may be new. Known keys stay valid while the provider is down; jose's
 * own remote set would drop them.
 */
export function signingKeys({ url, cooldownMs, onChange }: Options) {
  let keys: { find: ReturnType<typeof createLocalJWKSet>; text: string } | undefined
  let lastFetchAt = Number.NEGATIVE_INFINITY
  let lastFailure: KeysUnreachable | undefined
  let pendingFetch: Promise<void> | undefined
  /** The fetch after the cooldown, which all waiting requests share. */
  let nextFetch: Promise<void> | undefined

  const fetchKeys = async (): Promise<void> => {
    lastFetchAt = performance.now()
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
    const changed = keys !== undefined && keys.text !== text
    keys = { find, text }
    if (changed) onChange()
  }

  const refresh = (): Promise<void> => {
    pendingFetch ??= fetchKeys().finally(() => {
      pendingFetch = undefined
    })
    return pendingFetch
  }

  const remainingCooldownMs = (): number => lastFetchAt + cooldownMs - performance.now()

  const fetchAfterCooldown = async (): Promise<void> => {
    // The running fetch may be older than the token; its errors go to its own callers.
    await pendingFetch?.catch(() => undefined)
    const cooldown = remainingCooldownMs()
    if (cooldown > 0) await sleep(cooldown, undefined, { ref: false })
    nextFetch = undefined
    await refresh()
  }

  const throwIfFailedJustBefore = (): void => {
    if (lastFailure && remainingCooldownMs() > 0) throw lastFailure
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    if (keys === undefined) {
      if (pendingFetch === undefined) throwIfFailedJustBefore()
      await refresh()
    }
    if (keys === undefined) throw new KeysUnreachable('The auth provider returned no keys')
    try {
      return await keys.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      // The key may be new and the fetch failed, which does not make the token invalid.
      throwIfFailedJustBefore()
      nextFetch ??= fetchAfterCooldown()
      await nextFetch
      return await keys.find(header, token)
    }
  }

  return {
    find,
    /** Fetches the keys again, if any are known. */
    refresh: async (): Promise<void> => {
      if (keys !== undefined) await refresh()
    },
  }
}
