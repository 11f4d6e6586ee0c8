export const CHECK_RULES = {
  /** The administrator's list shows a prompt after this number of “Didn't work” votes within `complaintDays`. */
  complaints: 3,
  complaintDays: 14,
  /** The list also shows a prompt that no author tried for this number of days. */
  uncheckedDays: 120,
} as const

const DAY_MS = 24 * 60 * 60 * 1000

type CheckedPrompt = {
  /** The day (00:00 UTC) that its author last tried it; null if never. */
  triedOn: Date | null
  publishedAt: Date
  /** The times of the “Didn't work” votes on its present text. */
  complaints: readonly Date[]
}

/**
 * Returns why an author should try a prompt again, or undefined. Complaints count from the day after the last try, because only its day is
 * known. For a prompt that was never tried, the days count from its publication.
 */
export function checkReason({ triedOn, publishedAt, complaints }: CheckedPrompt, now: Date): 'complaints' | 'unchecked' | undefined {
  const endOfTry = triedOn === null ? 0 : triedOn.getTime() + DAY_MS
  const since = Math.max(now.getTime() - CHECK_RULES.complaintDays * DAY_MS, endOfTry)
  if (complaints.filter((at) => at.getTime() >= since).length >= CHECK_RULES.complaints) return 'complaints'
  const checkedAt = triedOn ?? publishedAt
  return now.getTime() - checkedAt.getTime() >= CHECK_RULES.uncheckedDays * DAY_MS ? 'unchecked' : undefined
}
