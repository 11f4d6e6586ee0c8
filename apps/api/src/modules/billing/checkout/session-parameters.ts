import { createHash } from 'node:crypto'
import { type Currency, formatAmount, OFFERS, type OfferName } from '@academy/catalog'
import type Stripe from 'stripe'
import type { Config } from '../../../config.ts'

export type Order = {
  account_id: string
  customer_id: string
  offer: OfferName
  currency: Currency
  /** The price of the offer itself. */
  price_id: string
  /** The price of the Studio after its free months; only for the bundle. */
  studio_price_id?: string
  successUrl: string
  cancelUrl: string
  allowPromotionCodes: boolean
  now: Date
}

const DAY_MS = 86_400_000

/** Returns the number of days until the same day some months later, or until the last day of a shorter month. */
export function daysOfMonths(months: number, from: Date): number {
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return Math.round((end.getTime() - from.getTime()) / DAY_MS)
}

/** Returns the parameters of a subscription, with the monthly price after the free months (D-120). */
function subscriptionOf({ account_id, offer, currency, now }: Order): Partial<Stripe.Checkout.SessionCreateParams> {
  const metadata = { account_id, offer: 'studio' }
  const { freeStudioMonths } = OFFERS[offer]
  if (freeStudioMonths === 0) return { mode: 'subscription', subscription_data: { metadata } }
  const monthly = formatAmount(OFFERS.studio.amounts[currency], currency)
  return {
    mode: 'subscription',
    subscription_data: { metadata, trial_period_days: daysOfMonths(freeStudioMonths, now) },
    custom_text: {
      submit: { message: `The Studio is free for ${freeStudioMonths} months. After them it costs ${monthly} a month, until you cancel.` },
    },
  }
}

function parametersOf(order: Order, config: NonNullable<Config['stripe']>): Stripe.Checkout.SessionCreateParams {
  const { account_id, customer_id, offer, currency, price_id, studio_price_id } = order
  const metadata = { account_id, offer, currency, price_id }
  const isSubscription = OFFERS[offer].kind === 'monthly' || studio_price_id !== undefined
  return {
    customer: customer_id,
    client_reference_id: account_id,
    metadata,
    line_items: [{ price: price_id, quantity: 1 }, ...(studio_price_id === undefined ? [] : [{ price: studio_price_id, quantity: 1 }])],
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    // Stripe would otherwise convert the shown amount into the buyer's local currency.
    adaptive_pricing: { enabled: false },
    ...(order.allowPromotionCodes ? { allow_promotion_codes: true } : {}),
    ...(config.automaticTax ? { automatic_tax: { enabled: true } } : {}),
    ...(config.taxIds ? { tax_id_collection: { enabled: true } } : {}),
    // Stripe requires this to save the buyer's invoice address with the customer.
    ...(config.automaticTax || config.taxIds ? { customer_update: { address: 'auto', name: 'auto' } } : {}),
    ...(isSubscription
      ? subscriptionOf(order)
      : {
          mode: 'payment',
          payment_intent_data: { metadata },
          ...(config.invoices ? { invoice_creation: { enabled: true, invoice_data: { metadata } } } : {}),
        }),
  }
}

export type SessionParameters = Stripe.Checkout.SessionCreateParams & { metadata: { terms: string } }

/**
 * Returns the parameters of a checkout session. Its metadata records buyer, offer and price for later syncs; no browser can change them.
 * `terms` is a hash of everything that the buyer sees or pays.
 */
export function sessionParameters(order: Order, config: NonNullable<Config['stripe']>): SessionParameters {
  const parameters = parametersOf(order, config)
  const terms = createHash('sha256').update(JSON.stringify(parameters)).digest('hex')
  return { ...parameters, metadata: { ...parameters.metadata, terms } }
}
