import { randomInt } from 'node:crypto'
import type Stripe from 'stripe'

export type Price = Stripe.Price & { product: string }

/** The stored objects by kind, Stripe's `object` field. */
type Kinds = {
  customer: Stripe.Customer
  product: Stripe.Product
  price: Price
  coupon: Stripe.Coupon
  discount: Stripe.Discount
  promotion_code: Stripe.PromotionCode
  payment_method: Stripe.PaymentMethod
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  balance_transaction: Stripe.BalanceTransaction
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  'checkout.session': Stripe.Checkout.Session
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  'billing_portal.session': Stripe.BillingPortal.Session
  'billing_portal.configuration': Stripe.BillingPortal.Configuration
  webhook_endpoint: Stripe.WebhookEndpoint
  event: Stripe.EventBase
}
export type Kind = keyof Kinds
export type Stored<K extends Kind> = Kinds[K]

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const random = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

// prefixes and lengths of Stripe's ids
const shapes = {
  customer: ['cus_', 14],
  product: ['prod_', 14],
  price: ['price_1', 23],
  coupon: ['', 8],
  promotion_code: ['promo_1', 23],
  discount: ['di_1', 23],
  payment_method: ['pm_1', 23],
  payment_intent: ['pi_3', 23],
  charge: ['ch_3', 23],
  balance_transaction: ['txn_3', 23],
  refund: ['re_3', 23],
  dispute: ['du_1', 23],
  'checkout.session': ['cs_test_a1', 58],
  subscription: ['sub_1', 23],
  subscription_item: ['si_', 14],
  invoice: ['in_1', 23],
  invoice_line: ['il_1', 23],
  invoice_payment: ['inpay_1', 23],
  'billing_portal.session': ['bps_1', 23],
  'billing_portal.configuration': ['bpc_1', 23],
  webhook_endpoint: ['we_1', 23],
  event: ['evt_1', 23],
  request: ['req_', 14],
  webhook_secret: ['whsec_', 32],
} as const satisfies Record<string, readonly [prefix: string, length: number]>

/** Returns a new id in Stripe's format. */
export function makeId(kind: keyof typeof shapes): string {
  const [prefix, length] = shapes[kind]
  return prefix + random(length)
}

/** Returns the id of a field that may be expanded. */
export const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id)

/** Returns the id of an object's customer, or null. */
export const customerIdOf = ({ customer }: { customer: string | { id: string } | null }) => (customer === null ? null : idOf(customer))
