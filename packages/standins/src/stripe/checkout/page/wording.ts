import type { Price } from '../../kinds.ts'
import { money } from '../../money.ts'
import { intervalOf } from '../../subscriptions/item-line.ts'
import { addIntervals } from '../../time/cycle.ts'
import { DAY_SECONDS } from '../../time/day.ts'
import type { Purchase } from '../purchase.ts'

const quantityText = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Returns the number of months if the end is on the same day of a later month. */
function inMonths(start: number, end: number): number | undefined {
  for (let months = 1; months <= 24; months += 1) {
    if (Math.abs(addIntervals(start, { interval: 'month', interval_count: 1 }, months) - end) < DAY_SECONDS) return months
  }
  return undefined
}

/** Returns the length of the trial, e.g. `3 months`; undefined without a trial. */
export function trialLength({ subscription_data }: Purchase, now: number): string | undefined {
  const days = subscription_data?.trial_period_days
  if (days === undefined) return undefined
  const months = inMonths(now, now + days * DAY_SECONDS)
  return months === undefined ? quantityText(days, 'day') : quantityText(months, 'month')
}

/** Returns the terms of a recurring item, e.g. `3 months free, then €17 per month`. */
export function recurringTerms(price: Price, quantity: number, trial: string | undefined): string {
  const every = price.recurring?.interval_count === 1 ? 'per' : 'every'
  const amount = `${money((price.unit_amount ?? 0) * quantity, price.currency, { short: true })} ${every} ${intervalOf(price)}`
  return trial === undefined ? amount : `${trial} free, then ${amount}`
}
