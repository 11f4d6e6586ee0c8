import type { StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { hash, oneOf, parameters, text, url } from '../parameters.ts'
import { findAll, insert, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'

type Session = Stored<'billing_portal.session'>
type Flow = NonNullable<Session['flow']>

const createInput = parameters({
  customer: text(),
  configuration: text().optional(),
  return_url: url.optional(),
  locale: oneOf('auto', 'en', 'de').optional(),
  flow_data: hash({
    type: oneOf('payment_method_update', 'subscription_cancel'),
    after_completion: hash({
      type: oneOf('portal_homepage', 'redirect'),
      redirect: hash({ return_url: url }).optional(),
    }).optional(),
    subscription_cancel: hash({ subscription: text() }).optional(),
  }).optional(),
})

const NO_CONFIGURATION =
  'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.'

async function requireConfiguration(service: StripeService, id: string | undefined) {
  if (id !== undefined) {
    const configuration = await requireObject(service, 'billing_portal.configuration', id, 'configuration')
    if (configuration.active) return configuration
    throw invalid('You cannot use an inactive configuration.', 'configuration')
  }
  const [defaultConfiguration] = await findAll(service, 'billing_portal.configuration', { where: { is_default: true } })
  if (defaultConfiguration === undefined) throw invalid(NO_CONFIGURATION)
  return defaultConfiguration
}

type FlowInput = NonNullable<ReturnType<typeof createInput.parse>['flow_data']>

async function flowOf(service: StripeService, flow: FlowInput | undefined, customer: string): Promise<Flow | null> {
  if (flow === undefined) return null
  const { type, after_completion } = flow
  const subscription = flow.subscription_cancel?.subscription
  if (type === 'subscription_cancel') {
    const name = 'flow_data[subscription_cancel][subscription]'
    if (subscription === undefined) throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing')
    const found = await requireObject(service, 'subscription', subscription, name)
    if (found.customer !== customer) throw invalid(`The subscription ${subscription} does not belong to the customer ${customer}.`, name)
    if (found.cancel_at !== null) throw invalid(`The subscription ${subscription} is already set to be canceled.`, name)
  }
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: after_completion?.redirect ?? null,
      type: after_completion?.type ?? 'portal_homepage',
    },
    ...nulls('customer_update', 'subscription_pause', 'subscription_update', 'subscription_update_confirm'),
    subscription_cancel: subscription === undefined ? null : { retention: null, subscription },
    type,
  }
}

/** Registers the endpoints of portal sessions, whose URLs give access to one customer for a short time. */
export function portalSessionRoutes(api: StripeApi) {
  api.post('/billing_portal/sessions', createInput, async ({ service, input }) => {
    const customer = await requireObject(service, 'customer', input.customer, 'customer')
    const configuration = await requireConfiguration(service, input.configuration)
    const id = makeId('billing_portal.session')
    const session: Session = {
      id,
      object: 'billing_portal.session',
      configuration: configuration.id,
      created: service.now(),
      customer: customer.id,
      customer_account: null,
      flow: await flowOf(service, input.flow_data, customer.id),
      livemode: false,
      locale: input.locale ?? null,
      on_behalf_of: null,
      return_url: input.return_url ?? configuration.default_return_url,
      url: `${service.publicUrl}/stripe/portal/${id}`,
    }
    await insert(service, 'billing_portal.session', session)
    await emitEvent(service, 'billing_portal.session.created', session)
    return session
  })
}
