import type Stripe from 'stripe'

/** Decimals are strings on the wire; the SDK's types show them as objects. */
export type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { product: string; unit_amount_decimal: string | null }

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
