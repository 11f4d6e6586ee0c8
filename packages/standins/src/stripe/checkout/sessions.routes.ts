import { listRoute, type StripeApi } from '../api.ts'
import { hash, oneOf, parameters, text, timeRange } from '../parameters.ts'
import { requireObject } from '../store.ts'
import { createSession } from './create-session.ts'
import { expireSession } from './expire.ts'
import { createInput } from './session-parameters.ts'

export function checkoutSessionRoutes(api: StripeApi) {
  api.post('/checkout/sessions', createInput, ({ service, input }) => createSession(service, input))

  listRoute(api, '/checkout/sessions', 'checkout.session', {
    created: timeRange.optional(),
    customer: text().optional(),
    customer_details: hash({ email: text() }).optional(),
    payment_intent: text().optional(),
    status: oneOf('open', 'complete', 'expired').optional(),
    subscription: text().optional(),
  })

  api.get('/checkout/sessions/:id', parameters({}), ({ service, id }) => requireObject(service, 'checkout.session', id))

  api.post('/checkout/sessions/:id/expire', parameters({}), async ({ service, id }) =>
    expireSession(service, await requireObject(service, 'checkout.session', id)),
  )
}
