import type { Review } from '@academy/contract'
import { formatDate } from './format-date.ts'

/** Says who wrote a review, and when they finished the course. */
export const reviewedBy = ({ name, finished_in }: Pick<Review, 'name' | 'finished_in'>): [who: string, when: string] => [
  name ?? 'A graduate',
  `finished in ${formatDate(`${finished_in}-01T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })}`,
]
