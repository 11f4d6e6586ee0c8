import { listResponse, type StripeApi } from '../api.ts'
import { change } from '../emit-event.ts'
import { listParameters, mergeMetadata, metadata, parameters, text, timeRange } from '../parameters.ts'
import { findPage, requireObject } from '../store.ts'
import { setDisputeStatus } from './dispute.ts'

const listInput = listParameters({ charge: text().optional(), payment_intent: text().optional(), created: timeRange.optional() })

/** Lists and closes disputes. Banks open and decide them: here, the endpoints below `/stripe/control` do. */
export function disputeRoutes(api: StripeApi) {
  api.get('/disputes', listInput, async ({ service, input }) => {
    const where = { charge: input.charge, payment_intent: input.payment_intent }
    return listResponse('/v1/disputes', await findPage(service, 'dispute', { where, created: input.created }, input))
  })

  api.get('/disputes/:id', parameters({}), ({ service, id }) => requireObject(service, 'dispute', id))

  api.post('/disputes/:id', parameters({ metadata: metadata.optional() }), async ({ service, input, id }) => {
    const before = await requireObject(service, 'dispute', id)
    return change(service, 'dispute', before, { metadata: mergeMetadata(before.metadata, input.metadata) }, 'charge.dispute.updated')
  })

  // the seller accepts the dispute
  api.post('/disputes/:id/close', parameters({}), ({ service, id }) => setDisputeStatus(service, id, 'lost'))
}
