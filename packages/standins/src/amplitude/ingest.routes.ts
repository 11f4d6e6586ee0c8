import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sql } from 'postgres'
import { AmplitudeError } from './amplitude-error.ts'
import { readUpload } from './event-shape.ts'
import { AMPLITUDE_KEY } from './identity.ts'
import { MAX_EVENT_BYTES, MAX_REPLAY_BYTES, type ReadBody, readBodies } from './read-body.ts'
import { readBatch } from './replay-shape.ts'
import { saveBatch, saveEvents } from './store.ts'

const EVENTS = '/2/httpapi'
const REPLAYS = '/sessions/v2/track'

const bodyOf = (request: FastifyRequest): ReadBody =>
  (request.body as ReadBody | undefined) ?? { json: undefined, encoding: 'identity', size: 0 }

/** The key comes in a header, or in the address from beacons, which can set no header (D-145). */
function sentAs(request: FastifyRequest): 'bearer' | 'query' {
  const bearer = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1]
  const { api_key: inQuery } = request.query as { api_key?: string }
  if ((bearer ?? inQuery) !== AMPLITUDE_KEY) throw new AmplitudeError(401, 'Invalid API key')
  return bearer === undefined ? 'query' : 'bearer'
}

/** The endpoints to which the browser's libraries deliver events and recordings. */
export function ingestRoutes(app: FastifyInstance, { sql, now }: { sql: Sql; now: () => Date }): void {
  readBodies(app, (request) => (request.url.includes(REPLAYS) ? MAX_REPLAY_BYTES : MAX_EVENT_BYTES))

  app.post(EVENTS, async (request) => {
    const { json, size } = bodyOf(request)
    const events = readUpload(json)
    await saveEvents(sql, events, now())
    return { code: 200, events_ingested: events.length, payload_size_bytes: size, server_upload_time: now().getTime() }
  })

  app.post(REPLAYS, async (request) => {
    const sent_as = sentAs(request)
    const { json, encoding, size } = bodyOf(request)
    await saveBatch(sql, readBatch(request.query, json), { sent_as, encoding, size }, now())
    return { code: 200 }
  })
}
