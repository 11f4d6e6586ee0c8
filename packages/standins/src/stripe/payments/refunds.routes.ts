import { listResponse, type StripeApi } from '../api.ts'
import { change } from '../emit-event.ts'
import { integer, listParameters, mergeMetadata, metadata, oneOf, parameters, text, timeRange } from '../parameters.ts'
import { findPage, requireObject } from '../store.ts'
import { refundCharge, requireCharge } from './refund.ts'

const createInput = parameters({
  amount: integer({ min: 1 }).optional(),
  charge: text().optional(),
  metadata: metadata.optional(),
  payment_intent: text().optional(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
})

const listInput = listParameters({ charge: text().optional(), payment_intent: text().optional(), created: timeRange.optional() })

export function refundRoutes(api: StripeApi) {
  api.post('/refunds', createInput, async ({ service, input }) => {
    const charge = await requireCharge(service, input)
    return refundCharge(service, charge, { amount: input.amount, reason: input.reason, metadata: mergeMetadata({}, input.metadata) })
  })

  api.get('/refunds', listInput, async ({ service, input }) => {
    const where = { charge: input.charge, payment_intent: input.payment_intent }
    return listResponse('/v1/refunds', await findPage(service, 'refund', { where, created: input.created }, input))
  })

  api.get('/refunds/:id', parameters({}), ({ service, id }) => requireObject(service, 'refund', id))

  api.post('/refunds/:id', parameters({ metadata: metadata.optional() }), async ({ service, input, id }) => {
    const before = await requireObject(service, 'refund', id)
    return change(service, 'refund', before, { metadata: mergeMetadata(before.metadata ?? {}, input.metadata) }, 'refund.updated')
  })
}
