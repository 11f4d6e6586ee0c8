import type { ResourceToCheck } from '@academy/contract'

export const CHECK_RULES = {
  /** The administrator's list shows a prompt after this number of “Didn't work” votes within `complaintDays`. */
  complaints: 3,
  complaintDays: 14,
  /** The list also shows a prompt that its author did not try for this number of days, or never. */
  uncheckedDays: 120,
} as const

const DAY_MS = 24 * 60 * 60 * 1000

type CheckedPrompt = {
  /** The day (00:00 UTC) that its author last tried it; null if never. */
  triedOn: Date | null
  /** The times of the “Didn't work” votes on its present text. */
  complaints: readonly Date[]
}

/**
 * Returns why an author should try a prompt again, or undefined. Complaints count from the day after the last try, because only its day is
 * known.
 */
export function checkReason({ triedOn, complaints }: CheckedPrompt, now: Date): ResourceToCheck['reason'] | undefined {
  const endOfTry = triedOn === null ? 0 : triedOn.getTime() + DAY_MS
  const since = Math.max(now.getTime() - CHECK_RULES.complaintDays * DAY_MS, endOfTry)
  if (complaints.filter((at) => at.getTime() >= since).length >= CHECK_RULES.complaints) return 'complaints'
  if (triedOn === null) return 'untried'
  return now.getTime() - triedOn.getTime() >= CHECK_RULES.uncheckedDays * DAY_MS ? 'unchecked' : undefined
}
