import type { StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { parameters, text, url } from '../parameters.ts'
import { insert, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'

type Session = Stored<'billing_portal.session'>

const createInput = parameters({
  customer: text(),
  configuration: text().optional(),
  return_url: url.optional(),
})

const NO_CONFIGURATION =
  'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.'

async function requireConfiguration(service: StripeService, id: string | undefined) {
  // the account has no default configuration
  if (id === undefined) throw invalid(NO_CONFIGURATION)
  const configuration = await requireObject(service, 'billing_portal.configuration', id, 'configuration')
  if (!configuration.active) throw invalid('You cannot use an inactive configuration.', 'configuration')
  return configuration
}

/** Registers the endpoint that creates portal sessions, whose URLs give access to one customer for a short time. */
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
      flow: null,
      livemode: false,
      locale: null,
      on_behalf_of: null,
      return_url: input.return_url ?? configuration.default_return_url,
      url: `${service.publicUrl}/stripe/portal/${id}`,
    }
    await insert(service, 'billing_portal.session', session)
    await emitEvent(service, 'billing_portal.session.created', session)
    return session
  })
}
