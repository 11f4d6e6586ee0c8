import { AuthError, invalid } from './auth-error.ts'
import type { UserRow } from './users.ts'

/** Returns when a ban ends that lasts from `now` for a number of hours, such as `24h`; null for `none`. Throws an AuthError for another text. */
export function readBanEnd(duration: string, now: Date): Date | null {
  if (duration === 'none') return null
  const [, hours] = /^(\d+)h$/.exec(duration) ?? []
  if (hours === undefined) throw invalid(`invalid format for ban duration: time: invalid duration "${duration}"`)
  return new Date(now.getTime() + Number(hours) * 3_600_000)
}

/** Throws the provider's error for a banned user: 400 for requests of tokens, 403 otherwise. */
export function requireNotBanned({ banned_until }: UserRow, now: Date, status: 400 | 403, message = 'User is banned'): void {
  if (banned_until !== null && now < banned_until) throw new AuthError(status, 'user_banned', message)
}
