/** The event types that the stand-in sends: those that the academy handles. */
const SENT = [
  ...['charge.dispute.closed', 'charge.dispute.created', 'charge.dispute.funds_reinstated', 'charge.dispute.updated', 'charge.refunded'],
  ...['checkout.session.async_payment_failed', 'checkout.session.async_payment_succeeded', 'checkout.session.completed'],
  ...['checkout.session.expired', 'customer.deleted', 'customer.subscription.created', 'customer.subscription.deleted'],
  ...['customer.subscription.trial_will_end', 'customer.subscription.updated', 'invoice.paid', 'invoice.payment_failed'],
  ...['refund.failed', 'refund.updated'],
] as const

export type EventType = (typeof SENT)[number]

// two types that never come: tests subscribe to them
const names = new Set<string>(['*', 'customer.tax_id.created', 'product.created', ...SENT])

/** Returns whether webhook endpoints can subscribe to this type. Stripe has more types, which the academy does not use. */
export const isEventType = (name: string) => names.has(name)
