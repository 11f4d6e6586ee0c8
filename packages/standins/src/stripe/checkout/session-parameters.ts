import { z } from 'zod'
import type { StripeService } from '../core/context.ts'
import type { Price, Stored } from '../core/kinds.ts'
import { bool, emptyable, hash, integer, metadata, oneOf, parameters, text, url } from '../core/parameters.ts'
import { requireObject } from '../core/store.ts'
import { invalid, wrongCurrency } from '../core/stripe-error.ts'
import { createInlinePrice } from '../products/products.routes.ts'
import { DAY_SECONDS } from '../time/due.ts'

const auto = oneOf('auto', 'never').optional()
const message = emptyable(hash({ message: text(1200) })).optional()
const withMetadata = { metadata: metadata.optional() }

export const sessionInput = parameters({
  mode: oneOf('payment', 'subscription'),
  line_items: z
    .array(
      hash({
        price: text().optional(),
        price_data: hash({
          currency: text(),
          product: text(),
          unit_amount: integer({ min: 0 }),
          tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified').optional(),
        }).optional(),
        quantity: integer({ min: 1, max: 999_999 }),
      }),
    )
    .min(1)
    .max(100),
  // may contain {CHECKOUT_SESSION_ID}
  success_url: url,
  cancel_url: url.optional(),
  customer: text().optional(),
  customer_creation: oneOf('always', 'if_required').optional(),
  customer_update: hash({ address: auto, name: auto }).optional(),
  client_reference_id: text(200).optional(),
  metadata: metadata.optional(),
  expires_at: integer().optional(),
  allow_promotion_codes: bool.optional(),
  // the stand-in does not convert prices to the buyer's currency
  adaptive_pricing: hash({ enabled: oneOf('false').optional() }).optional(),
  automatic_tax: hash({ enabled: bool }).optional(),
  tax_id_collection: hash({ enabled: bool }).optional(),
  billing_address_collection: oneOf('auto', 'required').optional(),
  consent_collection: hash({ terms_of_service: oneOf('none', 'required').optional() }).optional(),
  custom_text: hash({ submit: message, terms_of_service_acceptance: message }).optional(),
  invoice_creation: hash({ enabled: bool, invoice_data: hash(withMetadata).optional() }).optional(),
  payment_intent_data: hash(withMetadata).optional(),
  subscription_data: hash({ ...withMetadata, trial_period_days: integer({ min: 1, max: 730 }).optional() }).optional(),
})

export type SessionInput = z.output<typeof sessionInput>

/** Loads the prices of the line items, and creates those that only this checkout has. */
export async function loadPrices(service: StripeService, { line_items }: SessionInput): Promise<Price[]> {
  const prices: Price[] = []
  for (const [index, { price: id, price_data }] of line_items.entries()) {
    const param = `line_items[${index}][price]`
    if ((id === undefined) === (price_data === undefined))
      throw invalid('You must specify exactly one of `price` or `price_data`.', param, 'parameters_exclusive')
    if (price_data !== undefined) {
      prices.push(await createInlinePrice(service, price_data, `line_items[${index}][price_data]`))
      continue
    }
    if (id === undefined) continue
    const price = await requireObject(service, 'price', id, param)
    if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', param)
    prices.push(price)
  }
  return prices
}

/** What the parameters must agree with. `termsUrl` is the URL of the seller's terms; `now` is in seconds since 1970. */
type Context = { customer: Stored<'customer'> | undefined; prices: readonly Price[]; termsUrl: string | null; now: number }
type Rule = [isBroken: unknown, message: string, param: string, code?: string]

function rulesOf(input: SessionInput, { customer, prices, termsUrl, now }: Context): Rule[] {
  const isSubscription = input.mode === 'subscription'
  const isRecurring = prices.some(({ type }) => type === 'recurring')
  const { expires_at = now + DAY_SECONDS, customer_update, custom_text } = input
  const requiresConsent = input.consent_collection?.terms_of_service === 'required'
  const hasLocation = customer?.address?.country || customer_update?.address === 'auto'
  const mustUpdateName = input.tax_id_collection?.enabled && customer_update?.name !== 'auto'
  const { payment_intent_data, subscription_data, invoice_creation, customer_creation } = input
  return [
    [isSubscription && payment_intent_data, '`payment_intent_data` is not for `subscription` mode.', 'payment_intent_data'],
    [isSubscription && customer_creation, '`customer_creation` can only be used in `payment` mode.', 'customer_creation'],
    [isSubscription && invoice_creation?.enabled, 'Invoice creation is only for `payment` mode.', 'invoice_creation[enabled]'],
    [!isSubscription && subscription_data, 'You can not pass `subscription_data` in `payment` mode.', 'subscription_data'],
    // a minute of tolerance for clock skew
    [expires_at < now + 29 * 60, '`expires_at` must be at least 30 minutes from Checkout Session creation.', 'expires_at'],
    [expires_at > now + DAY_SECONDS + 60, '`expires_at` must be less than 24 hours from Checkout Session creation.', 'expires_at'],
    [!customer && customer_update, '`customer_update` can only be used with `customer`.', 'customer_update'],
    [customer && customer_creation, 'You may only specify one of: customer, customer_creation.', 'customer', 'parameters_exclusive'],
    [customer && mustUpdateName, 'Tax ID collection requires `customer_update[name]` to be `auto`.', 'tax_id_collection[enabled]'],
    [
      customer && input.automatic_tax?.enabled && !hasLocation,
      'Automatic tax calculation in Checkout requires a valid address on the Customer.',
      'automatic_tax',
      'customer_tax_location_invalid',
    ],
    [
      requiresConsent && termsUrl === null,
      'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard.',
      'consent_collection[terms_of_service]',
    ],
    [
      custom_text?.terms_of_service_acceptance && !requiresConsent,
      'This text requires `consent_collection[terms_of_service]` to be `required`.',
      'custom_text[terms_of_service_acceptance]',
    ],
    [!isSubscription && isRecurring, 'You specified `payment` mode but passed a recurring price.', 'line_items'],
    // not Stripe's rule: the stand-in's subscriptions have one of each item
    [
      isSubscription && input.line_items.some(({ quantity }) => quantity > 1),
      'The stand-in sells one of each item by subscription.',
      'line_items',
    ],
    [isSubscription && !isRecurring, 'You must provide at least one recurring price in `subscription` mode.', 'line_items'],
  ]
}

/** Throws Stripe's error if parameters of a checkout session contradict each other, the prices, the customer or the seller's account. */
export function requireConsistentParameters(input: SessionInput, context: Context): void {
  const broken = rulesOf(input, context).find(([isBroken]) => isBroken)
  if (broken) throw invalid(broken[1], broken[2], broken[3])
  const [first, ...rest] = context.prices
  const other = rest.find(({ currency }) => currency !== first?.currency)
  if (first && other) throw wrongCurrency(other.currency, first.currency, 'line_items')
}
