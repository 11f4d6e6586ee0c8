import { AuthError, invalid } from './auth-error.ts'
import type { UserRow } from './users.ts'

/** The units of Go's durations, in milliseconds. */
const UNITS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

const PART = /(\d+(?:\.\d+)?)(ms|[hms])/g

/** Returns when a ban ends that lasts from `now` for a duration such as `1h30m`; null for `none`. Throws an AuthError for another text. */
export function readBanEnd(duration: string, now: Date): Date | null {
  if (duration === 'none') return null
  const parts = [...duration.matchAll(PART)]
  if (parts.map(([part]) => part).join('') !== duration)
    throw invalid(`invalid format for ban duration: time: invalid duration "${duration}"`)
  const milliseconds = parts.reduce((sum, [, number, unit = '']) => sum + Number(number) * (UNITS[unit] ?? 0), 0)
  return milliseconds === 0 ? null : new Date(now.getTime() + milliseconds)
}

/** Throws the provider's error for a banned user: 400 for requests of tokens, 403 otherwise. */
export function requireNotBanned({ banned_until }: UserRow, now: Date, status: 400 | 403, message = 'User is banned'): void {
  if (banned_until !== null && now < banned_until) throw new AuthError(status, 'user_banned', message)
}
