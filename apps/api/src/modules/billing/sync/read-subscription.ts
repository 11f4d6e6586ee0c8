import { type InvoicePayment, isOver, isRunning, offerOfKey } from '@academy/catalog'
import type Stripe from 'stripe'
import type { subscriptions } from '../subscriptions.table.ts'
import { readInvoicePayment } from './invoice-payment.ts'
import { at, type Told } from './read-purchase.ts'

/** A subscription as Stripe reports it. Stripe does not know whether an operator took it back. */
export type ToldSubscription = Omit<Told<typeof subscriptions.$inferSelect>, 'revoked_at'>

const moment = (seconds: number | null | undefined): Date | null => (typeof seconds === 'number' ? at(seconds) : null)

/** Whether something is the Studio: by its price, also an older one that gave its lookup key to the next, or by the checkout it came from. */
function studioItem({ metadata, items }: Stripe.Subscription, studioPrices: readonly string[]): Stripe.SubscriptionItem | undefined {
  const byPrice = items.data.find(
    ({ price }) =>
      studioPrices.includes(price.id) ||
      price.metadata.offer === 'studio' ||
      (price.lookup_key !== null && offerOfKey(price.lookup_key) === 'studio'),
  )
  return byPrice ?? (metadata.offer === 'studio' ? items.data[0] : undefined)
}

/** Whether a subscription is one to the Studio. */
export const isStudio = (subscription: Stripe.Subscription, studioPrices: readonly string[]): boolean =>
  studioItem(subscription, studioPrices) !== undefined

/** The end of the newest period that an invoice of the subscription paid for; a free one has an invoice over nothing. */
async function lastPaidPeriod(stripe: Stripe, subscription: string): Promise<Date | null> {
  const invoices = await stripe.invoices.list({ subscription, status: 'paid', limit: 12 })
  const ends = invoices.data.flatMap(({ lines }) =>
    lines.data.flatMap(({ period, parent }) => (parent?.type === 'subscription_item_details' ? [period.end] : [])),
  )
  return ends.length > 0 ? at(Math.max(...ends)) : null
}

async function paidUntil(
  stripe: Stripe,
  { id, status, ended_at }: Stripe.Subscription,
  { payment, periodEnd }: { payment: InvoicePayment; periodEnd: Date | null },
): Promise<Date | null> {
  if (isOver(status)) return moment(ended_at)
  if (isRunning(status) && payment === 'settled') return periodEnd
  // The current period is the one that was not paid for.
  return await lastPaidPeriod(stripe, id)
}

/** A subscription to the Studio as it stands at Stripe; undefined for one to something else. */
export async function readSubscription(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  studioPrices: readonly string[],
): Promise<ToldSubscription | undefined> {
  const item = studioItem(subscription, studioPrices)
  if (!item) return undefined
  const current_period_end = moment(item.current_period_end)
  const payment = isOver(subscription.status) ? 'settled' : await readInvoicePayment(stripe, subscription)
  return {
    id: subscription.id,
    offer: 'studio',
    price_id: item.price.id,
    status: subscription.status,
    started_at: at(subscription.start_date),
    current_period_end,
    paid_until: await paidUntil(stripe, subscription, { payment, periodEnd: current_period_end }),
    payment,
    trial_end: moment(subscription.trial_end),
    cancel_at: moment(subscription.cancel_at),
    canceled_at: moment(subscription.canceled_at),
    ended_at: moment(subscription.ended_at),
  }
}
