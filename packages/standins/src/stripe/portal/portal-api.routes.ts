import { z } from 'zod'
import { listRoute, type StripeApi } from '../core/api.ts'
import { makeId, type Stored } from '../core/kinds.ts'
import { bool, emptyable, hash, mergeMetadata, metadata, oneOf, parameters, text, url } from '../core/parameters.ts'
import { requireObject } from '../core/store.ts'
import { invalid } from '../core/stripe-error.ts'
import { withoutUndefined } from '../core/without-undefined.ts'
import { change, create } from '../webhooks/emit-event.ts'

type Configuration = Stored<'billing_portal.configuration'>

const enabled = hash({ enabled: bool })
const features = hash({
  customer_update: hash({ allowed_updates: z.array(oneOf('address', 'email', 'name', 'tax_id')), enabled: bool }).optional(),
  invoice_history: enabled.optional(),
  payment_method_update: enabled.optional(),
  subscription_cancel: hash({ enabled: bool, mode: oneOf('at_period_end').optional() }).optional(),
})

const fields = {
  business_profile: hash({
    privacy_policy_url: emptyable(url).optional(),
    terms_of_service_url: emptyable(url).optional(),
  }).optional(),
  default_return_url: emptyable(url).optional(),
  metadata: metadata.optional(),
}
const createInput = parameters({ ...fields, features })
const updateInput = parameters({ ...fields, features: features.optional(), active: bool.optional() })

const off = { enabled: false }
const NEW: Partial<Configuration> = {
  active: true,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  default_return_url: null,
  features: {
    ...{ customer_update: { allowed_updates: [], ...off }, invoice_history: off, payment_method_update: off },
    subscription_cancel: { ...off, mode: 'at_period_end' },
  } as unknown as Configuration['features'],
  metadata: {},
}

/** Returns the changes of a request. Features that it does not name stay. */
function changesOf(before: Partial<Configuration>, { active, default_return_url, ...input }: z.output<typeof updateInput>) {
  const requested: Record<string, object | undefined> = input.features ?? {}
  const merged = Object.entries(before.features ?? {}).map(([name, feature]) => [name, { ...feature, ...requested[name] }])
  return {
    ...withoutUndefined({ active, default_return_url }),
    business_profile: { ...before.business_profile, ...withoutUndefined(input.business_profile ?? {}) },
    features: Object.fromEntries(merged),
    metadata: mergeMetadata(before.metadata ?? {}, input.metadata),
  } as Partial<Configuration>
}

const NO_CONFIGURATION =
  'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.'

/**
 * Registers the endpoints of portal configurations, and of portal sessions, whose URLs give access to one customer for a short time. The account
 * has no default configuration: each session names its configuration.
 */
export function portalRoutes(api: StripeApi) {
  api.post('/billing_portal/configurations', createInput, ({ service, input }) =>
    create(service, 'billing_portal.configuration', { ...NEW, ...changesOf(NEW, input) }),
  )

  listRoute(api, '/billing_portal/configurations', 'billing_portal.configuration', { active: bool.optional() })

  api.post('/billing_portal/configurations/:id', updateInput, async ({ service, id, input }) => {
    const before = await requireObject(service, 'billing_portal.configuration', id)
    return change(service, 'billing_portal.configuration', before, changesOf(before, input))
  })

  const sessionInput = parameters({ customer: text(), configuration: text().optional(), return_url: url.optional() })
  api.post('/billing_portal/sessions', sessionInput, async ({ service, input }) => {
    const { customer, configuration: configurationId } = input
    await requireObject(service, 'customer', customer, 'customer')
    if (configurationId === undefined) throw invalid(NO_CONFIGURATION)
    const configuration = await requireObject(service, 'billing_portal.configuration', configurationId, 'configuration')
    if (!configuration.active) throw invalid('You cannot use an inactive configuration.', 'configuration')
    const id = makeId('billing_portal.session')
    const return_url = input.return_url ?? configuration.default_return_url
    const session = { id, configuration: configuration.id, customer, return_url, url: `${service.publicUrl}/stripe/portal/${id}` }
    return create(service, 'billing_portal.session', session)
  })
}
