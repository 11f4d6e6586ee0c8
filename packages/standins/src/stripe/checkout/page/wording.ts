import type { Price } from '../../kinds.ts'
import { addIntervals } from '../../subscriptions/cycle.ts'
import { DAY } from '../../time/day.ts'
import type { Purchase } from '../purchase.ts'

/** An amount as people read it; whole ones without cents where `short` is wanted. */
export const money = (amount: number, currency: string, { short = false } = {}) =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.toUpperCase(),
    ...(short && amount % 100 === 0 && { minimumFractionDigits: 0 }),
  }).format(amount / 100)

/** How often it is charged: `per month`, `every 3 months`. */
export function billingInterval({ recurring }: Price): string {
  if (recurring === null) return ''
  return recurring.interval_count === 1 ? `per ${recurring.interval}` : `every ${recurring.interval_count} ${recurring.interval}s`
}

const some = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

// a trial that ends on the same day of a later month is shown in months
function inMonths(start: number, end: number): number | undefined {
  for (let months = 1; months <= 24; months += 1) {
    if (Math.abs(addIntervals(start, { interval: 'month', interval_count: 1 }, months) - end) < DAY) return months
  }
  return undefined
}

/** How long a trial lasts, e.g. `3 months`; undefined without one. */
export function trialLength({ subscription_data }: Purchase, now: number): string | undefined {
  const { trial_end, trial_period_days } = subscription_data ?? {}
  const end = trial_period_days === undefined ? trial_end : now + trial_period_days * DAY
  if (end === undefined) return undefined
  const months = inMonths(now, end)
  return months === undefined ? some(Math.round((end - now) / DAY), 'day') : some(months, 'month')
}

/** What a recurring item costs and when: `3 months free, then €17 per month`. */
export function recurringTerms(price: Price, quantity: number, trial: string | undefined): string {
  const amount = `${money((price.unit_amount ?? 0) * quantity, price.currency, { short: true })} ${billingInterval(price)}`
  return trial === undefined ? amount : `${trial} free, then ${amount}`
}
