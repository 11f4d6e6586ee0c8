import type { Price } from '../../kinds.ts'
import { money } from '../../money.ts'
import { addMonths } from '../../time/cycle.ts'
import { DAY_SECONDS } from '../../time/day.ts'
import type { Purchase } from '../purchase.ts'

const quantityText = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Returns the number of months if the end is on the same day of a later month. */
function inMonths(start: number, end: number): number | undefined {
  for (let months = 1; months <= 24; months += 1) {
    if (Math.abs(addMonths(start, months) - end) < DAY_SECONDS) return months
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
  const amount = `${money((price.unit_amount ?? 0) * quantity, price.currency, { short: true })} per month`
  return trial === undefined ? amount : `${trial} free, then ${amount}`
}
