import { hash } from 'node:crypto'
import {
  addMonths,
  type Currency,
  daysUntil,
  formatAmount,
  giftDelivery,
  isStudioGift,
  MIN_SEATS,
  OFFERS,
  type SoldOffer,
  seatPrice,
} from '@academy/catalog'
import type { GiftInput } from '@academy/contract'
import type Stripe from 'stripe'
import type { Config } from '../../../config.ts'
import { formatLongDay } from '../facts/format-dates.ts'

export type Order = {
  account_id: string
  customer_id: string
  offer: SoldOffer
  currency: Currency
  /** Bought for others; 0: for oneself. */
  seats: number
  /** What the buyer of a gift wrote, and its id; null for other purchases. */
  gift: (GiftInput & { id: string }) | null
  /** The price of the offer itself, and its product; of a gift of the Studio those of the Studio. */
  price_id: string
  product_id: string
  /** The price of the Studio after its free months; only for the bundle. */
  studio_price_id?: string
  /** When the buyer's gift of the Studio ends, until which a subscription is free; null without one. */
  giftUntil: Date | null
  /** Whether `price_id` is the lower price for accounts whose Studio holds. */
  isStudioPrice: boolean
  successUrl: string
  cancelUrl: string
  allowPromotionCodes: boolean
  /** The recorded consent to immediate access; null: none was given. */
  consent: { id: string; version: string } | null
  now: Date
}

/** Returns the parameters of a subscription, with the monthly price after the free days. */
function subscriptionParameters({ account_id, offer, currency, giftUntil, now }: Order): Partial<Stripe.Checkout.SessionCreateParams> {
  const metadata = { account_id, offer: 'studio' }
  const { freeStudioMonths } = OFFERS[isStudioGift(offer) ? 'studio' : offer]
  const freeUntil = freeStudioMonths > 0 ? addMonths(now, freeStudioMonths) : giftUntil
  if (freeUntil === null) return { mode: 'subscription', subscription_data: { metadata } }
  const monthly = formatAmount(OFFERS.studio.amounts[currency], currency)
  const free =
    freeStudioMonths > 0
      ? `The Studio is free for ${freeStudioMonths} months. After them`
      : `Your gift of the Studio runs until ${formatLongDay(freeUntil)}, and until then nothing is charged. Then`
  return {
    mode: 'subscription',
    subscription_data: { metadata, trial_period_days: daysUntil(freeUntil, now) },
    custom_text: { submit: { message: `${free} it costs ${monthly} a month, until you cancel.` } },
  }
}

const studioPriceText = ({ offer, currency }: Order) =>
  `Your price as a subscriber of the Studio, in place of ${formatAmount(seatPrice(offer, currency, 1), currency)}.`

/** Returns the box with which the buyer agrees to the seller's terms. Stripe refuses it while the account has no terms. */
function termsConsent({ terms, privacy, withdrawal }: NonNullable<Config['stripe']>['legalPages']) {
  if (terms === undefined) return {}
  const documents = [
    ...(withdrawal === undefined ? [] : [`the [information on withdrawal](${withdrawal})`]),
    ...(privacy === undefined ? [] : [`the [privacy policy](${privacy})`]),
  ]
  const message = `I agree to the [terms](${terms})${documents.length > 0 ? ` and have read ${documents.join(' and ')}` : ''}.`
  return {
    consent_collection: { terms_of_service: 'required' as const },
    custom_text: { terms_of_service_acceptance: { message } },
  }
}

const metadataOf = ({ account_id, offer, currency, price_id, seats }: Order) => ({
  ...{ account_id, offer, currency, price_id },
  ...(seats > 0 && { seats: String(seats) }),
})

/** Returns what is charged. Stripe has no price of a seat, which depends on the number of seats (decision 069), or of a gift of the Studio. */
function lineItems({
  offer,
  currency,
  seats,
  price_id,
  product_id,
  studio_price_id,
}: Order): Stripe.Checkout.SessionCreateParams.LineItem[] {
  if (seats < MIN_SEATS && !isStudioGift(offer))
    return [price_id, ...(studio_price_id === undefined ? [] : [studio_price_id])].map((price) => ({ price, quantity: 1 }))
  const unit_amount = seatPrice(offer, currency, seats)
  return [{ price_data: { currency, product: product_id, unit_amount, tax_behavior: 'inclusive' }, quantity: seats }]
}

/** Returns what the buyer reads beside the button that pays. Stripe learns nothing of the recipient of a gift. */
function submitText(order: Order): string | undefined {
  const { seats, gift } = order
  if (gift) return `This is a gift for another person, who gets an email on ${formatLongDay(giftDelivery(gift.deliver_on))}.`
  if (seats > 0) return `These are ${seats} seats for others. After the payment you invite your team.`
  return order.isStudioPrice ? studioPriceText(order) : undefined
}

/** Returns the parameters of a subscription or of one payment. */
function modeParameters(order: Order, config: NonNullable<Config['stripe']>): Partial<Stripe.Checkout.SessionCreateParams> {
  if (order.offer === 'studio' || order.studio_price_id !== undefined) return subscriptionParameters(order)
  const metadata = metadataOf(order)
  const message = submitText(order)
  return {
    mode: 'payment',
    ...(message !== undefined && { custom_text: { submit: { message } } }),
    payment_intent_data: { metadata },
    ...(config.invoices || order.seats >= MIN_SEATS ? { invoice_creation: { enabled: true, invoice_data: { metadata } } } : {}),
  }
}

function parametersOf(order: Order, config: NonNullable<Config['stripe']>): Stripe.Checkout.SessionCreateParams {
  const consent = termsConsent(config.legalPages)
  const mode = modeParameters(order, config)
  const { account_id, customer_id } = order
  return {
    customer: customer_id,
    client_reference_id: account_id,
    metadata: { ...metadataOf(order), ...(order.consent && { access_consent: order.consent.version }) },
    line_items: lineItems(order),
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    // Stripe would otherwise convert the shown amount into the buyer's local currency.
    adaptive_pricing: { enabled: false },
    ...(order.allowPromotionCodes ? { allow_promotion_codes: true } : {}),
    ...(config.automaticTax ? { automatic_tax: { enabled: true } } : {}),
    // A company needs both for the seats of its team.
    ...(config.taxIds || order.seats >= MIN_SEATS ? { tax_id_collection: { enabled: true } } : {}),
    // Invoices and taxes need the buyer's address, which Stripe saves with the customer only on request.
    billing_address_collection: 'required',
    customer_update: { address: 'auto', name: 'auto' },
    ...mode,
    ...consent,
    ...(mode.custom_text || consent.custom_text ? { custom_text: { ...mode.custom_text, ...consent.custom_text } } : {}),
  }
}

export type SessionParameters = Stripe.Checkout.SessionCreateParams & { metadata: { terms: string } }

/**
 * Returns the parameters of a checkout session. Its metadata records buyer, offer and price for later syncs; no browser can change them.
 * `terms` is a hash of everything that the buyer sees, accepts or pays.
 */
export function sessionParameters(order: Order, config: NonNullable<Config['stripe']>): SessionParameters {
  const parameters = parametersOf(order, config)
  const written = order.gift && { ...order.gift, id: undefined }
  const terms = hash('sha256', JSON.stringify(written ? [parameters, written] : parameters))
  const ids = { ...(order.consent && { access_consent_id: order.consent.id }), ...(order.gift && { gift_id: order.gift.id }) }
  return { ...parameters, metadata: { ...parameters.metadata, ...ids, terms } }
}
