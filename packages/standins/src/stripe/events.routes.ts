import { z } from 'zod'
import { listResponse, type StripeApi } from './api.ts'
import { bool, listParameters, parameters, text, timeRange } from './parameters.ts'
import { findPage, requireObject } from './store.ts'
import { invalid } from './stripe-error.ts'

const listInput = listParameters({
  type: text().optional(),
  types: z.array(text()).max(20).optional(),
  created: timeRange.optional(),
  delivery_success: bool.optional(),
})

// `charge.*` matches all types with that prefix
const pattern = (type: string) => `${type.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')}`

export function eventRoutes(api: StripeApi) {
  api.get('/events', listInput, async ({ service, input }) => {
    const { sql } = service
    if (input.type !== undefined && input.types !== undefined) throw invalid('You may only specify one of these parameters: type, types.')
    const types = input.types ?? (input.type === undefined ? undefined : [input.type])
    const delivered = sql`not exists (select 1 from stripe.webhook_deliveries d where d.event_id = objects.id and d.status <> 'delivered')`
    const and = sql`
      ${types === undefined ? sql`` : sql`and data->>'type' like any(${types.map(pattern)})`}
      ${input.delivery_success === undefined ? sql`` : input.delivery_success ? sql`and ${delivered}` : sql`and not ${delivered}`}`
    return listResponse('/v1/events', await findPage(service, 'event', { created: input.created, and }, input))
  })

  api.get('/events/:id', parameters({}), ({ service, id }) => requireObject(service, 'event', id))
}
