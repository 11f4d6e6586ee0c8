import type { LearnerCount } from '@academy/contract'

export const percent = (share: number | null): string =>
  share === null ? 'n/a' : share.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })

export const countText = (count: LearnerCount | string): string => count.toLocaleString('en')

/** Returns what part of one count another one is; undefined where one of them is not shown. */
export const shareOf = (part: LearnerCount, whole: LearnerCount): number | undefined =>
  typeof part === 'number' && typeof whole === 'number' ? part / whole : undefined

export function shareText(part: LearnerCount, whole: LearnerCount): string {
  const share = shareOf(part, whole)
  return share === undefined ? 'too few' : percent(share)
}
