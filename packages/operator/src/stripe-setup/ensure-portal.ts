import { PORTAL_METADATA } from '@academy/api/stripe-account'
import type Stripe from 'stripe'
import type { SetupLine } from './setup-report.ts'

/** What customers may do by themselves: see invoices, correct their details, change the card, and cancel for the end of the period. */
const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  customer_update: { enabled: true, allowed_updates: ['name', 'email', 'address', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
}

/** The billing portal of the academy; the account's default configuration is left as it is. */
export async function ensurePortal(stripe: Stripe, returnUrl: string): Promise<SetupLine> {
  const what = 'billing portal'
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const known = data.find(({ metadata }) => metadata?.academy === PORTAL_METADATA.academy)
  if (!known) {
    const { id } = await stripe.billingPortal.configurations.create({ features, default_return_url: returnUrl, metadata: PORTAL_METADATA })
    return { what, id, done: 'created' }
  }
  const { invoice_history, payment_method_update, subscription_cancel, customer_update } = known.features
  const isAsWanted =
    known.default_return_url === returnUrl &&
    invoice_history.enabled &&
    payment_method_update.enabled &&
    customer_update.enabled &&
    subscription_cancel.enabled &&
    subscription_cancel.mode === 'at_period_end'
  if (isAsWanted) return { what, id: known.id, done: 'unchanged' }
  await stripe.billingPortal.configurations.update(known.id, { features, default_return_url: returnUrl })
  return { what, id: known.id, done: 'updated' }
}
