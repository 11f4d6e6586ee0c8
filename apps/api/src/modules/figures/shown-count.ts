import { FEW, FEWEST, type LearnerCount } from '@academy/contract'

/** Returns a count of learners as it may be shown. */
export const shownCount = (count: number): LearnerCount => (count < FEWEST ? FEW : count)
