import type { FastifyInstance } from 'fastify'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { listDeliveries } from './webhooks/outbox.ts'

const query = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200) })

/** Lists webhook deliveries with their responses, newest first. Stripe shows them only in its dashboard. */
export function deliveryRoutes(app: FastifyInstance, sql: Sql) {
  app.get('/api/deliveries', async (request, reply) => {
    const parsed = query.safeParse(request.query)
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) })
    return { deliveries: await listDeliveries(sql, parsed.data.limit) }
  })
}
