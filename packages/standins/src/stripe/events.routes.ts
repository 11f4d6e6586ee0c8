import { z } from 'zod'
import { listResponse, type StripeApi } from './api.ts'
import { listParameters, text, timeRange } from './parameters.ts'
import { findPage } from './store.ts'

const listInput = listParameters({
  types: z.array(text()).max(20).optional(),
  created: timeRange.optional(),
})

export function eventRoutes(api: StripeApi) {
  api.get('/events', listInput, async ({ service, input: { types, created, ...paging } }) => {
    const { sql } = service
    const and = types === undefined ? undefined : sql`and data->>'type' = any(${types})`
    return listResponse('/v1/events', await findPage(service, 'event', { created, and }, paging))
  })
}
