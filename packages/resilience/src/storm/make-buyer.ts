import { randomUUID } from 'node:crypto'
import { CURRENCIES, DEFAULT_CURRENCY, priceKey } from '@academy/catalog'
import { callControl } from '@academy/standins'
import type Stripe from 'stripe'

type Offer = 'master_course' | 'studio' | 'bundle'

/** A buyer at Stripe whose webhooks were not delivered yet. */
export type Buyer = { account_id: string; customer: string }

export type StripeAccess = { stripe: Stripe; standinsUrl: string }

const OFFERS: readonly Offer[] = ['master_course', 'bundle', 'studio', 'master_course', 'bundle']

/** Changes some of the purchases, depending on `number`: a full or partial refund, a dispute, or a canceled subscription. */
async function changePurchase({ stripe, standinsUrl }: StripeAccess, customer: string, number: number): Promise<void> {
  const change = number % 10
  const [charge] = (await stripe.charges.list({ customer, limit: 1 })).data
  const [subscription] = (await stripe.subscriptions.list({ customer, limit: 1 })).data
  if (change === 1 && charge) await stripe.refunds.create({ charge: charge.id })
  if (change === 2 && charge) await stripe.refunds.create({ charge: charge.id, amount: 5_00 })
  if (change === 3 && charge) {
    const dispute = await callControl<{ id: string }>(standinsUrl, 'POST', '/stripe/control/disputes', { charge: charge.id })
    await callControl(standinsUrl, 'POST', `/stripe/control/disputes/${dispute.id}/status`, { status: number % 20 === 3 ? 'lost' : 'won' })
  }
  if (change === 4 && subscription) await stripe.subscriptions.cancel(subscription.id)
  if (change === 5 && subscription) await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
}

/** Creates a customer who buys with a checkout session like that of the API. `number` decides the offer, the currency and later changes. */
export async function makeBuyer(access: StripeAccess, number: number): Promise<Buyer> {
  const { stripe, standinsUrl } = access
  const account_id = randomUUID()
  const offer = OFFERS[number % OFFERS.length] ?? 'bundle'
  const currency = CURRENCIES[number % CURRENCIES.length] ?? DEFAULT_CURRENCY
  const { id: customer } = await stripe.customers.create({ email: `${number}@storm.test`, metadata: { account_id } })
  const keys = offer === 'bundle' ? [priceKey('bundle', currency), priceKey('studio', currency)] : [priceKey(offer, currency)]
  const { data } = await stripe.prices.list({ lookup_keys: keys })
  const prices = keys.map((key) => data.find(({ lookup_key }) => lookup_key === key)?.id ?? '')
  const session = await stripe.checkout.sessions.create({
    customer,
    mode: offer === 'master_course' ? 'payment' : 'subscription',
    metadata: { account_id, offer, currency, price_id: prices[0] ?? '' },
    line_items: prices.map((price) => ({ price, quantity: 1 })),
    success_url: 'http://localhost:3000/',
    ...(offer === 'bundle' ? { subscription_data: { trial_period_days: 92 } } : {}),
  })
  await callControl(standinsUrl, 'POST', `/stripe/control/checkout/${session.id}/pay`, {})
  await changePurchase(access, customer, number)
  return { account_id, customer }
}
