import type { FastifyInstance } from 'fastify'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { listBatches, listEvents, listSessions, loadRecording } from './store.ts'
import { computeUserProperties } from './user-properties.ts'

const limit = z.coerce.number().int().min(1).max(10_000).default(1000)
const text = z.string().optional()
const eventQuery = z.object({ device_id: text, session_id: text, event_type: text, limit })
const replayQuery = z.object({ limit })
const session = z.object({ device_id: z.string(), session_id: z.string() })

/** Lists delivered events and replays, for tests and scripts. */
export function apiRoutes(app: FastifyInstance, { sql }: { sql: Sql }): void {
  app.get('/api/events', async (request) => {
    const query = eventQuery.parse(request.query)
    const events = await listEvents(sql, query)
    return { events, user_properties: computeUserProperties(events) }
  })

  app.get('/api/replays', async (request) => ({ replays: await listSessions(sql, replayQuery.parse(request.query).limit) }))

  app.get('/api/replays/:device_id/:session_id', async (request, reply) => {
    const id = session.parse(request.params)
    const batches = await listBatches(sql, id)
    if (batches.length === 0) return reply.code(404).send({ message: 'There is no recording of this session' })
    return { ...id, batches, events: await loadRecording(sql, id) }
  })
}
