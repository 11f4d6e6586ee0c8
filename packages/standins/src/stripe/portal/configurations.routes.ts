import { z } from 'zod'
import { listRoute, type StripeApi } from '../api.ts'
import { change, emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { bool, emptyable, hash, mergeMetadata, metadata, oneOf, parameters, url } from '../parameters.ts'
import { insert, requireObject } from '../store.ts'
import { withoutUndefined } from '../without-undefined.ts'

type Configuration = Stored<'billing_portal.configuration'>
type Features = Configuration['features']

const enabled = hash({ enabled: bool })
const features = hash({
  customer_update: hash({
    allowed_updates: emptyable(z.array(oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id'))).optional(),
    enabled: bool.optional(),
  }).optional(),
  invoice_history: enabled.optional(),
  payment_method_update: enabled.optional(),
  subscription_cancel: hash({
    enabled: bool.optional(),
    mode: oneOf('at_period_end').optional(),
  }).optional(),
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

const noFeatures: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: null,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

/** Merges the requested features into the current ones. */
function withFeatures(before: Features, requested: z.output<typeof features>): Features {
  const { customer_update, subscription_cancel } = requested
  return {
    ...before,
    customer_update: {
      ...before.customer_update,
      ...withoutUndefined({ enabled: customer_update?.enabled }),
      ...(customer_update?.allowed_updates !== undefined && { allowed_updates: customer_update.allowed_updates ?? [] }),
    },
    invoice_history: { ...before.invoice_history, ...requested.invoice_history },
    payment_method_update: { ...before.payment_method_update, ...requested.payment_method_update },
    subscription_cancel: { ...before.subscription_cancel, ...withoutUndefined(subscription_cancel ?? {}) },
  }
}

const profileOf = (before: Configuration['business_profile'], requested: z.output<typeof createInput>['business_profile']) => ({
  ...before,
  ...withoutUndefined(requested ?? {}),
})

/** Registers the endpoints of portal configurations. The stand-in has no default configuration: each session names its configuration. */
export function portalConfigurationRoutes(api: StripeApi) {
  api.post('/billing_portal/configurations', createInput, async ({ service, input }) => {
    const now = service.now()
    const configuration: Configuration = {
      id: makeId('billing_portal.configuration'),
      object: 'billing_portal.configuration',
      active: true,
      application: null,
      business_profile: profileOf({ headline: null, privacy_policy_url: null, terms_of_service_url: null }, input.business_profile),
      created: now,
      default_return_url: input.default_return_url ?? null,
      features: withFeatures(noFeatures, input.features),
      is_default: false,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: mergeMetadata({}, input.metadata),
      name: null,
      updated: now,
    }
    await insert(service, 'billing_portal.configuration', configuration)
    await emitEvent(service, 'billing_portal.configuration.created', configuration)
    return configuration
  })

  listRoute(api, '/billing_portal/configurations', 'billing_portal.configuration', { active: bool.optional() })

  api.post('/billing_portal/configurations/:id', updateInput, async ({ service, id, input }) => {
    const before = await requireObject(service, 'billing_portal.configuration', id)
    const { active, default_return_url } = input
    const changes: Partial<Configuration> = {
      ...withoutUndefined({ active, default_return_url }),
      business_profile: profileOf(before.business_profile, input.business_profile),
      features: withFeatures(before.features, input.features ?? {}),
      metadata: mergeMetadata(before.metadata ?? {}, input.metadata),
    }
    const after = await change(service, 'billing_portal.configuration', before, changes, 'billing_portal.configuration.updated')
    if (after === before) return after
    return change(service, 'billing_portal.configuration', after, { updated: service.now() })
  })
}
