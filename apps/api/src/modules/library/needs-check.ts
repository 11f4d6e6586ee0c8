export const CHECK_RULES = {
  /** So many “Didn't work” within so many days put a prompt on the list of the administrator. */
  complaints: 3,
  complaintDays: 14,
  /** So many days without a check do so, too. */
  uncheckedDays: 120,
} as const

const DAY_MS = 24 * 60 * 60 * 1000

export type CheckedPrompt = {
  /** The day that its author last tried it; null if never. */
  triedOn: Date | null
  publishedAt: Date
  /** When accounts said that its present text did not work. */
  complaints: readonly Date[]
}

/**
 * Returns why an author should try a prompt again, or undefined. A try answers the complaints from before its day. What was never tried
 * counts from its publication.
 */
export function checkReason({ triedOn, publishedAt, complaints }: CheckedPrompt, now: Date): 'complaints' | 'unchecked' | undefined {
  const since = Math.max(now.getTime() - CHECK_RULES.complaintDays * DAY_MS, triedOn?.getTime() ?? 0)
  if (complaints.filter((at) => at.getTime() >= since).length >= CHECK_RULES.complaints) return 'complaints'
  const checkedAt = triedOn ?? publishedAt
  return now.getTime() - checkedAt.getTime() >= CHECK_RULES.uncheckedDays * DAY_MS ? 'unchecked' : undefined
}
