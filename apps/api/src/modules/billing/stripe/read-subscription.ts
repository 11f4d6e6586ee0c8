import { type InvoicePayment, isOver, isRunning, offerOfKey, PRICES } from '@academy/catalog'
import type Stripe from 'stripe'
import type { Config } from '../../../config.ts'
import type { subscriptions } from '../facts/subscriptions.table.ts'
import { isSettled, readInvoicePayment } from './invoice-payment.ts'
import type { Reported } from './read-purchase.ts'
import { dateFromSeconds, dateOrNull } from './stripe-objects.ts'

/** A subscription as Stripe reports it, without the operator's revocation. */
export type ReportedSubscription = Omit<Reported<typeof subscriptions.$inferSelect>, 'revoked_at'>

/** What tells a subscription to the Studio from others: its prices, and the subscriptions that are recorded as such and have not ended. */
type StudioMarks = { config: Pick<NonNullable<Config['stripe']>, 'prices'>; recorded: { subscriptions: readonly string[] } }

/**
 * Returns the Studio item of a subscription: by its price (also an older one that passed on its lookup key), or by the metadata of its
 * checkout. A recorded Studio stays one when an operator moves it to another price; its end would otherwise never be seen.
 */
function studioItem(
  { id, metadata, items }: Stripe.Subscription,
  { config: { prices }, recorded }: StudioMarks,
): Stripe.SubscriptionItem | undefined {
  const studioPrices = PRICES.flatMap(({ key, offer }) => (offer === 'studio' ? [prices[key]] : []))
  const byPrice = items.data.find(
    ({ price }) =>
      studioPrices.includes(price.id) ||
      price.metadata.offer === 'studio' ||
      (price.lookup_key !== null && offerOfKey(price.lookup_key) === 'studio'),
  )
  return byPrice ?? (metadata.offer === 'studio' || recorded.subscriptions.includes(id) ? items.data[0] : undefined)
}

/** Returns whether a subscription is for the Studio. */
export const isStudio = (subscription: Stripe.Subscription, marks: StudioMarks): boolean => studioItem(subscription, marks) !== undefined

/** Returns the end of the newest period that was paid, free or forgiven. A free period has an invoice over zero. */
async function lastPaidPeriod(stripe: Stripe, subscription: string): Promise<Date | null> {
  const { data } = await stripe.invoices.list({ subscription, limit: 100 })
  const ends = data
    .filter(isSettled)
    .flatMap(({ lines }) => lines.data.flatMap(({ period, parent }) => (parent?.type === 'subscription_item_details' ? [period.end] : [])))
  return ends.length > 0 ? dateFromSeconds(Math.max(...ends)) : null
}

async function paidUntil(
  stripe: Stripe,
  { id, status, ended_at }: Stripe.Subscription,
  { payment, periodEnd }: { payment: InvoicePayment; periodEnd: Date | null },
): Promise<Date | null> {
  if (isOver(status)) return dateOrNull(ended_at)
  if (isRunning(status) && payment === 'settled') return periodEnd
  // The current period is unpaid.
  return await lastPaidPeriod(stripe, id)
}

/** Loads a subscription to the Studio; undefined for another product. */
export async function readSubscription(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  marks: StudioMarks,
): Promise<ReportedSubscription | undefined> {
  const item = studioItem(subscription, marks)
  if (!item) return undefined
  const current_period_end = dateOrNull(item.current_period_end)
  const payment = isOver(subscription.status) ? 'settled' : await readInvoicePayment(stripe, subscription)
  return {
    id: subscription.id,
    offer: 'studio',
    price_id: item.price.id,
    status: subscription.status,
    started_at: dateFromSeconds(subscription.start_date),
    current_period_end,
    paid_until: await paidUntil(stripe, subscription, { payment, periodEnd: current_period_end }),
    payment,
    trial_end: dateOrNull(subscription.trial_end),
    cancel_at: dateOrNull(subscription.cancel_at),
    canceled_at: dateOrNull(subscription.canceled_at),
    ended_at: dateOrNull(subscription.ended_at),
  }
}
