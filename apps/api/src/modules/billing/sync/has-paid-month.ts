import type Stripe from 'stripe'

/**
 * Returns whether money was paid for a month of a subscription, at Stripe or outside. The first invoice of a bundle's Studio holds the
 * course, so it counts only `withFirst`.
 */
export async function hasPaidMonth(stripe: Stripe, subscription: string, { withFirst }: { withFirst: boolean }): Promise<boolean> {
  for await (const { billing_reason, amount_paid } of stripe.invoices.list({ subscription, status: 'paid', limit: 100 })) {
    if (amount_paid > 0 && (withFirst || billing_reason !== 'subscription_create')) return true
  }
  return false
}
