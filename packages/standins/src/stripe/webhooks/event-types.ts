/** The event types that the stand-in sends. */
const SENT = [
  ...['billing_portal.configuration.created', 'billing_portal.configuration.updated', 'billing_portal.session.created'],
  ...['charge.dispute.closed', 'charge.dispute.created', 'charge.dispute.funds_reinstated', 'charge.dispute.funds_withdrawn'],
  ...['charge.dispute.updated', 'charge.failed', 'charge.pending', 'charge.refunded', 'charge.succeeded', 'charge.updated'],
  ...['checkout.session.async_payment_failed', 'checkout.session.async_payment_succeeded', 'checkout.session.completed'],
  ...['checkout.session.expired', 'coupon.created', 'customer.created', 'customer.deleted', 'customer.subscription.created'],
  ...['customer.subscription.deleted', 'customer.subscription.trial_will_end', 'customer.subscription.updated', 'customer.updated'],
  ...['invoice.created', 'invoice.finalized', 'invoice.paid', 'invoice.payment_action_required', 'invoice.payment_failed'],
  ...['invoice.payment_succeeded', 'invoice.updated', 'invoice.voided', 'invoice_payment.paid', 'payment_intent.canceled'],
  ...['payment_intent.created', 'payment_intent.payment_failed', 'payment_intent.processing', 'payment_intent.requires_action'],
  ...['payment_intent.succeeded', 'payment_method.attached', 'price.created', 'price.updated', 'product.created', 'product.updated'],
  ...['promotion_code.created', 'refund.created', 'refund.failed', 'refund.updated'],
] as const

export type EventType = (typeof SENT)[number]

// `customer.tax_id.created` is one that never comes: tests that need no webhooks subscribe to it
const names = new Set<string>(['*', 'customer.tax_id.created', ...SENT])

/** Returns whether webhook endpoints can subscribe to this type. Stripe has more types, which the academy does not use. */
export const isEventType = (name: string) => names.has(name)
