import { PORTAL_METADATA } from '@academy/api/stripe-account'
import type Stripe from 'stripe'
import type { SetupLine } from './ensure-products.ts'

/** The portal's features: invoices, customer details, payment method, and cancellation at the end of the period. */
const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  customer_update: { enabled: true, allowed_updates: ['name', 'email', 'address', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
}

export type PortalUrls = {
  /** Origin of the web app. */
  webOrigin: string
  /** Pages of the seller, which the portal links to. Without one, the setup keeps the current link. */
  termsUrl?: string | undefined
  privacyUrl?: string | undefined
}

/** Creates or corrects the academy's portal configuration. Does not change the account's default one. */
export async function ensurePortal(stripe: Stripe, { webOrigin, termsUrl, privacyUrl }: PortalUrls): Promise<SetupLine> {
  const what = 'billing portal'
  const business_profile = {
    ...(termsUrl === undefined ? {} : { terms_of_service_url: termsUrl }),
    ...(privacyUrl === undefined ? {} : { privacy_policy_url: privacyUrl }),
  }
  const wanted = { features, default_return_url: `${webOrigin}/settings`, business_profile }
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const existing = data.find(({ metadata }) => metadata?.academy === PORTAL_METADATA.academy)
  if (!existing) {
    const { id } = await stripe.billingPortal.configurations.create({ ...wanted, metadata: PORTAL_METADATA })
    return { what, id, done: 'created' }
  }
  const { invoice_history, payment_method_update, subscription_cancel, customer_update } = existing.features
  const isCurrent =
    existing.default_return_url === wanted.default_return_url &&
    (termsUrl === undefined || existing.business_profile.terms_of_service_url === termsUrl) &&
    (privacyUrl === undefined || existing.business_profile.privacy_policy_url === privacyUrl) &&
    invoice_history.enabled &&
    payment_method_update.enabled &&
    customer_update.enabled &&
    subscription_cancel.enabled &&
    subscription_cancel.mode === 'at_period_end'
  if (isCurrent) return { what, id: existing.id, done: 'unchanged' }
  await stripe.billingPortal.configurations.update(existing.id, wanted)
  return { what, id: existing.id, done: 'updated' }
}
