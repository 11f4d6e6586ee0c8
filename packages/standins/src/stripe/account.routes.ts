import type { StripeApi } from './api.ts'
import { MERCHANT } from './identity.ts'
import { parameters } from './parameters.ts'

/** Registers the account's endpoints. Stripe Tax is active without registrations, so it adds nothing. */
export function accountRoutes(api: StripeApi) {
  api.get('/account', parameters({}), async ({ service }) => ({
    id: service.identity.account,
    object: 'account',
    business_profile: { name: MERCHANT },
    charges_enabled: true,
    country: 'DE',
    default_currency: 'eur',
    details_submitted: true,
    email: 'owner@academy.test',
    payouts_enabled: true,
    settings: { dashboard: { display_name: MERCHANT, timezone: 'Etc/UTC' } },
    type: 'standard',
  }))

  api.get('/tax/settings', parameters({}), async () => ({
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: 'inclusive', tax_code: null },
    head_office: { address: { city: 'Berlin', country: 'DE', line1: null, line2: null, postal_code: '10115', state: null } },
    livemode: false,
    status: 'active',
    status_details: { active: {} },
  }))
}
