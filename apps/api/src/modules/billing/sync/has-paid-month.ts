import type Stripe from 'stripe'
import { paymentsOfInvoice } from './invoice-payment.ts'

/**
 * Returns whether money was paid for a month of a subscription, at Stripe or outside, or may still arrive by a bank debit. The first invoice of
 * a bundle's Studio holds the course, so it counts only `withFirst`.
 */
export async function hasPaidMonth(stripe: Stripe, subscription: string, { withFirst }: { withFirst: boolean }): Promise<boolean> {
  for await (const { id, status, billing_reason, amount_paid } of stripe.invoices.list({ subscription, limit: 100 })) {
    if (!withFirst && billing_reason === 'subscription_create') continue
    if (status === 'paid' && amount_paid > 0) return true
    if (status === 'open' && (await paymentsOfInvoice(stripe, id)).some((payment) => payment.status === 'processing')) return true
  }
  return false
}
