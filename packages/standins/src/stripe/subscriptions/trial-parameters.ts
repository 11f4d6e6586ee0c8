import { invalid } from '../stripe-error.ts'
import { DAY_SECONDS } from '../time/day.ts'

const MAX_DAYS = 730

type Trial = { trial_end?: 'now' | number | undefined; trial_period_days?: number | undefined }

/** Returns the requested end of a trial in seconds; undefined without a trial. Throws a StripeError for an invalid one. */
export function trialEndOf({ trial_end, trial_period_days }: Trial, now: number): number | undefined {
  if (trial_end === 'now') return undefined
  if (trial_end === undefined) return trial_period_days === undefined ? undefined : now + trial_period_days * DAY_SECONDS
  if (trial_period_days !== undefined) {
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.', 'trial_end', 'parameters_exclusive')
  }
  if (trial_end <= now) throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
  if (trial_end > now + MAX_DAYS * DAY_SECONDS) {
    throw invalid('Invalid timestamp: can be no more than two years in the future.', 'trial_end')
  }
  return trial_end
}
