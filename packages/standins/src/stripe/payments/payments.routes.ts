import { listRoute, type StripeApi } from '../api.ts'
import { integer, mergeMetadata, metadata, oneOf, parameters, text, timeRange } from '../parameters.ts'
import { requireObject } from '../store.ts'
import { refundCharge, requireCharge } from './refund.ts'

const refundInput = parameters({
  amount: integer({ min: 1 }).optional(),
  charge: text().optional(),
  metadata: metadata.optional(),
  payment_intent: text().optional(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
})

const [customer, charge, payment_intent, created] = [text().optional(), text().optional(), text().optional(), timeRange.optional()]

/** Registers the endpoints of charges, refunds and disputes. Banks open and decide disputes: here, the endpoints below `/stripe/control` do. */
export function paymentRoutes(api: StripeApi) {
  listRoute(api, '/charges', 'charge', { customer, payment_intent, created })
  api.get('/charges/:id', parameters({}), ({ service, id }) => requireObject(service, 'charge', id))

  listRoute(api, '/disputes', 'dispute', { charge, payment_intent, created })
  api.get('/disputes/:id', parameters({}), ({ service, id }) => requireObject(service, 'dispute', id))

  listRoute(api, '/refunds', 'refund', { charge, payment_intent, created })
  api.post('/refunds', refundInput, async ({ service, input }) => {
    const { amount, reason } = input
    return refundCharge(service, await requireCharge(service, input), { amount, reason, metadata: mergeMetadata({}, input.metadata) })
  })
}
