import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { Sql } from 'postgres'
import { createTables } from '../database.ts'
import type { ServiceOptions } from '../service.ts'
import { AmplitudeError } from './amplitude-error.ts'
import { MAX_CHARACTERS, parseEvents } from './event-shape.ts'
import { parseBatch } from './replay-shape.ts'

/** The project's API key in every local academy: public by design, as any key that a browser sends. */
export const AMPLITUDE_KEY = '10ca10ca10ca10ca10ca10ca10ca10ca'

/** The most bytes of a body without compression. */
const MAX_EVENT_BYTES = 1_000_000
const MAX_BATCH_BYTES = 10_000_000

/** Bodies are stored as text, because recordings may contain characters that Postgres' jsonb refuses. */
const ddl = `
  CREATE SCHEMA IF NOT EXISTS amplitude;
  CREATE TABLE IF NOT EXISTS amplitude.deliveries (
    id bigserial PRIMARY KEY,
    kind text NOT NULL,
    device_id text NOT NULL,
    insert_id text,
    body text NOT NULL,
    UNIQUE (device_id, insert_id)
  )`

const unpack = promisify(gunzip)

async function readText(body: Buffer, encoding: string | undefined, limit: number): Promise<string> {
  if (encoding !== undefined && encoding !== 'gzip') throw new AmplitudeError(415, `Unsupported content encoding: ${encoding}`)
  const unpacked = encoding === undefined ? body : await unpack(body, { maxOutputLength: limit })
  if (unpacked.length > limit) throw new AmplitudeError(413, 'Payload too large')
  return unpacked.toString('utf8')
}

function parseJson(text: string, maxCharacters = Number.POSITIVE_INFINITY): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.slice(0, maxCharacters) : value))
  } catch {
    throw new AmplitudeError(400, 'Invalid JSON request body')
  }
}

/** Converts errors of the stand-in, of zlib and of Fastify to Amplitude's. */
function toAmplitudeError(error: unknown): AmplitudeError {
  if (error instanceof AmplitudeError) return error
  const { code = '' } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'ERR_BUFFER_TOO_LARGE') return new AmplitudeError(413, 'Payload too large')
  return code.startsWith('Z_') ? new AmplitudeError(400, 'The body is not gzip') : new AmplitudeError(500, 'Internal Server Error')
}

type Delivery = { kind: 'event' | 'batch'; device_id: string; insert_id?: string | null; body: object }

/** Stores deliveries. An event that was sent twice, with the same `insert_id`, is stored once. */
async function save(sql: Sql, deliveries: Delivery[]): Promise<void> {
  const rows = deliveries.map(({ insert_id = null, body, ...row }) => ({ ...row, insert_id, body: JSON.stringify(body) }))
  await sql`INSERT INTO amplitude.deliveries ${sql(rows)} ON CONFLICT DO NOTHING`
}

/**
 * Serves Amplitude's endpoints for browsers, events (HTTP V2) and session replay, for one project: validates and stores what they send. `/api/events`
 * and `/api/batches` list what all devices or one delivered, in order of arrival. Register it under `/amplitude`, and configure the vendor's libraries with that
 * URL.
 */
export async function amplitudeStandin(app: FastifyInstance, { sql, clock, faults }: ServiceOptions): Promise<void> {
  await createTables(sql, ddl)
  for (const [path, kind] of [
    ['/api/events', 'event'],
    ['/api/batches', 'batch'],
  ] as const) {
    app.get<{ Querystring: { device_id?: string } }>(path, async ({ query: { device_id = null } }) => {
      const rows = await sql<{ body: string }[]>`
        SELECT body FROM amplitude.deliveries WHERE kind = ${kind} AND (${device_id}::text IS NULL OR device_id = ${device_id}) ORDER BY id`
      return rows.map(({ body }) => JSON.parse(body) as unknown)
    })
  }
  await app.register(async (service) => {
    service.addHook(
      'onRequest',
      faults.apply('amplitude', ({ status }) => new AmplitudeError(status, 'This request fails').body),
    )
    service.setErrorHandler((error, request, reply) => {
      const converted = toAmplitudeError(error)
      if (converted.status >= 500) request.log.error(error)
      return reply.code(converted.status).send(converted.body)
    })
    // any content type, because beacons can only declare text
    service.removeAllContentTypeParsers()
    service.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BATCH_BYTES }, async (_: unknown, body: Buffer) => body)

    service.post<{ Body: Buffer }>('/2/httpapi', async ({ body, headers }) => {
      const text = await readText(body, headers['content-encoding'], MAX_EVENT_BYTES)
      const events = parseEvents(parseJson(text, MAX_CHARACTERS), AMPLITUDE_KEY)
      await save(
        sql,
        events.map((body) => ({ kind: 'event', device_id: body.device_id ?? '', insert_id: body.insert_id ?? null, body })),
      )
      const server_upload_time = clock.now('amplitude').getTime()
      return { code: 200, events_ingested: events.length, payload_size_bytes: Buffer.byteLength(text), server_upload_time }
    })

    service.post<{ Body: Buffer; Querystring: { api_key?: string } }>('/sessions/v2/track', async ({ body, headers, query }) => {
      // Beacons cannot set headers, so they send the key in the URL.
      const bearer = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1]
      if ((bearer ?? query.api_key) !== AMPLITUDE_KEY) throw new AmplitudeError(401, 'Invalid API key')
      const encoding = headers['content-encoding']
      const batch = parseBatch(query, parseJson(await readText(body, encoding, MAX_BATCH_BYTES)))
      const transport = { sent_as: bearer === undefined ? 'query' : 'bearer', encoding: encoding ?? 'identity' }
      await save(sql, [{ kind: 'batch', device_id: batch.device_id, body: { ...batch, ...transport } }])
      return { code: 200 }
    })
  })
}
