import { listResponse, type StripeApi } from '../api.ts'
import { change } from '../emit-event.ts'
import { emptyable, listParameters, mergeMetadata, metadata, parameters, text, timeRange } from '../parameters.ts'
import { findPage, requireObject } from '../store.ts'
import { withoutUndefined } from '../without-undefined.ts'

const listInput = listParameters({ customer: text().optional(), payment_intent: text().optional(), created: timeRange.optional() })
const updateInput = parameters({ description: emptyable(text()).optional(), metadata: metadata.optional() })

export function chargeRoutes(api: StripeApi) {
  api.get('/charges', listInput, async ({ service, input }) => {
    const where = { customer: input.customer, payment_intent: input.payment_intent }
    return listResponse('/v1/charges', await findPage(service, 'charge', { where, created: input.created }, input))
  })

  api.get('/charges/:id', parameters({}), ({ service, id }) => requireObject(service, 'charge', id))

  api.post('/charges/:id', updateInput, async ({ service, input, id }) => {
    const before = await requireObject(service, 'charge', id)
    const changes = { ...withoutUndefined({ description: input.description }), metadata: mergeMetadata(before.metadata, input.metadata) }
    return change(service, 'charge', before, changes, 'charge.updated')
  })
}
