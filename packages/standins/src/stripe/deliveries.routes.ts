import type { FastifyInstance } from 'fastify'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { refuseInvalidInput } from '../control/refuse-invalid-input.ts'
import { listDeliveries } from './webhooks/outbox.ts'

const query = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200) })

/** Lists webhook deliveries with their responses, newest first. Stripe shows them only in its dashboard. */
export function deliveryRoutes(app: FastifyInstance, sql: Sql) {
  refuseInvalidInput(app)
  app.get('/api/deliveries', async (request) => ({ deliveries: await listDeliveries(sql, query.parse(request.query).limit) }))
}
