import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sql } from 'postgres'
import { AmplitudeError } from './amplitude-error.ts'
import { parseUpload } from './event-shape.ts'
import { AMPLITUDE_KEY } from './identity.ts'
import { MAX_EVENT_BYTES, MAX_REPLAY_BYTES, type ParsedBody, registerBodyParser } from './read-body.ts'
import { parseBatch } from './replay-shape.ts'
import { saveBatch, saveEvents } from './store.ts'

const EVENTS = '/2/httpapi'
const REPLAYS = '/sessions/v2/track'

const bodyOf = (request: FastifyRequest): ParsedBody =>
  (request.body as ParsedBody | undefined) ?? { json: undefined, encoding: 'identity', size: 0 }

/** Returns where the request has its key. Beacons cannot set headers, so they send it in the URL (D-145). Throws for a wrong key. */
function keyLocation(request: FastifyRequest): 'bearer' | 'query' {
  const bearer = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1]
  const { api_key: inQuery } = request.query as { api_key?: string }
  if ((bearer ?? inQuery) !== AMPLITUDE_KEY) throw new AmplitudeError(401, 'Invalid API key')
  return bearer === undefined ? 'query' : 'bearer'
}

/** Registers the endpoints to which Amplitude's browser libraries send events and recordings. */
export function ingestRoutes(app: FastifyInstance, { sql, now }: { sql: Sql; now: () => Date }): void {
  registerBodyParser(app, (request) => (request.url.includes(REPLAYS) ? MAX_REPLAY_BYTES : MAX_EVENT_BYTES))

  app.post(EVENTS, async (request) => {
    const { json, size } = bodyOf(request)
    const events = parseUpload(json)
    await saveEvents(sql, events, now())
    return { code: 200, events_ingested: events.length, payload_size_bytes: size, server_upload_time: now().getTime() }
  })

  app.post(REPLAYS, async (request) => {
    const sent_as = keyLocation(request)
    const { json, encoding, size } = bodyOf(request)
    await saveBatch(sql, parseBatch(request.query, json), { sent_as, encoding, size }, now())
    return { code: 200 }
  })
}
