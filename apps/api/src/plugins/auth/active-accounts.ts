import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

/** The time, in milliseconds, that a response of the auth provider about an account is used. */
const CHECK_INTERVAL_MS = 10 * 60_000
/** The time, in milliseconds, after which an unreachable provider is asked again about an account. */
const RETRY_MS = 60_000
const MAX_ACCOUNTS = 10_000
/** How far, in milliseconds, the clock of the provider may be ahead of this one. */
const CLOCK_SKEW_MS = 5_000

/** `at`: when it was received, in milliseconds since 1970. `until`: how long it is used, as a value of `performance.now()`. */
type Answer = Readonly<{ isActive: boolean; at: number; until: number }>

type Options = { isActive: (accountId: string) => Promise<boolean>; log: Pick<FastifyBaseLogger, 'warn'> }

/**
 * Knows which accounts may sign in: those that the auth provider has neither banned nor deleted. Asks about an account at most every ten
 * minutes, and not about the user of a newer session token, because the provider issues none to a banned account.
 */
export function activeAccounts({ isActive, log }: Options) {
  const answers = new LRUCache<string, Answer>({ max: MAX_ACCOUNTS })
  const checks = new Map<string, Promise<boolean>>()
  let isReachable = true
  let rechecks = 0

  /** Returns the last response; without one, true. */
  const lastOf = (accountId: string): boolean => answers.get(accountId)?.isActive ?? true

  /** Asks the provider. While it is unreachable, its last response counts. */
  const check = async (accountId: string): Promise<boolean> => {
    const rechecksBefore = rechecks
    const keep = (answer: boolean, at: number, ms: number): boolean => {
      if (rechecks === rechecksBefore) answers.set(accountId, { isActive: answer, at, until: performance.now() + ms })
      return answer
    }
    try {
      const active = await isActive(accountId)
      isReachable = true
      return keep(active, Date.now(), CHECK_INTERVAL_MS)
    } catch (err) {
      isReachable = false
      log.warn({ err }, 'failed to check whether an account may sign in; retrying')
      return keep(lastOf(accountId), answers.get(accountId)?.at ?? 0, RETRY_MS)
    } finally {
      checks.delete(accountId)
    }
  }

  /** Returns what is known without asking the provider; undefined if it must be asked. */
  const recall = (accountId: string, issuedAt: number): boolean | undefined => {
    const last = answers.get(accountId)
    const isIssuedSince = last === undefined || issuedAt > last.at + CLOCK_SKEW_MS
    if (isIssuedSince && Date.now() - issuedAt < CHECK_INTERVAL_MS) return true
    return last !== undefined && performance.now() < last.until ? last.isActive : undefined
  }

  return {
    recall,
    /** Returns whether an account may sign in. `issuedAt`: when the provider issued the session token, in milliseconds since 1970; 0 for an access token. */
    isActive: async (accountId: string, issuedAt: number): Promise<boolean> => {
      const known = recall(accountId, issuedAt)
      if (known !== undefined) return known
      const checking = checks.get(accountId) ?? check(accountId)
      checks.set(accountId, checking)
      // No request waits for a provider that did not respond before.
      return isReachable ? await checking : lastOf(accountId)
    },
    /** Asks the provider at the next request of an account, because the account was locked or unlocked. */
    recheck: (accountId: string): void => {
      rechecks += 1
      checks.delete(accountId)
      answers.set(accountId, { isActive: lastOf(accountId), at: Date.now(), until: 0 })
    },
  }
}

export type ActiveAccounts = ReturnType<typeof activeAccounts>
