import type Stripe from 'stripe'
import { makeId } from '../ids.ts'
import type { Period } from '../invoices/lines.ts'
import type { Price } from '../kinds.ts'
import { nulls } from '../nulls.ts'

export type Subscription = Stripe.Subscription
export type Item = Stripe.SubscriptionItem

/** Casts a stored price to the SDK's type, whose decimals are objects. */
const asEmbedded = (price: Price) => price as unknown as Stripe.Price

/** Returns the price of an item in its stored form. */
export const priceOf = (item: Item) => item.price as unknown as Price

type ItemInput = { price: Price; quantity: number }

/** Builds a subscription item, without the older `plan` that repeats its price. */
export const makeItem = (subscription: string, { price, quantity }: ItemInput, period: Period, created: number): Item =>
  ({
    id: makeId('subscription_item'),
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    price: asEmbedded(price),
    quantity,
    subscription,
    tax_rates: [],
  }) satisfies Omit<Item, 'plan'> as unknown as Item

/** Replaces the price of an item. */
export const withPrice = (item: Item, price: Price): Item => ({ ...item, price: asEmbedded(price) })

/** Builds the item list of a subscription. */
export const itemList = (subscription: string, items: readonly Item[]) => ({
  object: 'list' as const,
  data: [...items],
  has_more: false,
  total_count: items.length,
  url: `/v1/subscription_items?subscription=${subscription}`,
})

type SubscriptionInput = {
  id: string
  customer: string
  items: readonly Item[]
  currency: string
  status: Subscription['status']
  created: number
  anchor: number
  trialEnd: number | null
  paymentMethod: string | null
  invoice: string
  discounts: readonly string[]
  metadata: Record<string, string>
  automaticTax: boolean
}

/** Builds a subscription. */
export const makeSubscription = (input: SubscriptionInput): Subscription => ({
  id: input.id,
  object: 'subscription',
  ...nulls('application', 'application_fee_percent', 'billing_cycle_anchor_config', 'billing_thresholds', 'customer_account'),
  ...nulls(
    'days_until_due',
    'default_source',
    'description',
    'ended_at',
    'managed_payments',
    'next_pending_invoice_item_invoice',
    'on_behalf_of',
  ),
  ...nulls('pause_collection', 'pending_invoice_item_interval', 'pending_setup_intent', 'pending_update', 'schedule', 'transfer_data'),
  automatic_tax: { disabled_reason: null, enabled: input.automaticTax, liability: input.automaticTax ? { type: 'self' } : null },
  billing_cycle_anchor: input.anchor,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  ...nulls('cancel_at', 'canceled_at'),
  cancel_at_period_end: false,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  created: input.created,
  currency: input.currency,
  customer: input.customer,
  default_payment_method: input.paymentMethod,
  default_tax_rates: [],
  discounts: [...input.discounts],
  invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
  items: itemList(input.id, input.items),
  latest_invoice: input.invoice,
  livemode: false,
  metadata: input.metadata,
  payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
  start_date: input.created,
  status: input.status,
  test_clock: null,
  trial_end: input.trialEnd,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: input.trialEnd === null ? null : input.created,
})
