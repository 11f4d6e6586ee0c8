import type { Sql } from 'postgres'
import type { AmplitudeEvent } from './event-shape.ts'
import type { Batch, Interaction, RecordedEvent } from './replay-shape.ts'

/** Stores events. An event that was sent twice, with the same `insert_id`, is stored once. */
export async function saveEvents(sql: Sql, events: AmplitudeEvent[], now: Date): Promise<void> {
  const rows = events.map((event) => ({
    received_at: now,
    device_id: event.device_id ?? '',
    session_id: String(event.session_id ?? -1),
    event_type: event.event_type,
    insert_id: event.insert_id ?? null,
    body: JSON.stringify(event),
  }))
  await sql`INSERT INTO amplitude.events ${sql(rows)} ON CONFLICT DO NOTHING`
}

type EventFilter = { device_id?: string | undefined; session_id?: string | undefined; event_type?: string | undefined; limit: number }

/** Returns the newest events in order of arrival. */
export async function listEvents(sql: Sql, { device_id, session_id, event_type, limit }: EventFilter): Promise<AmplitudeEvent[]> {
  const rows = await sql<{ body: string }[]>`
    SELECT body FROM amplitude.events
    WHERE (${device_id ?? null}::text IS NULL OR device_id = ${device_id ?? null})
      AND (${session_id ?? null}::text IS NULL OR session_id = ${session_id ?? null})
      AND (${event_type ?? null}::text IS NULL OR event_type = ${event_type ?? null})
    ORDER BY id DESC LIMIT ${limit}`
  return rows.toReversed().map(({ body }) => JSON.parse(body) as AmplitudeEvent)
}

/** How a batch was sent. */
type Transport = { sent_as: 'bearer' | 'query'; encoding: 'gzip' | 'identity'; size: number }

export async function saveBatch(sql: Sql, batch: Batch, transport: Transport, now: Date): Promise<void> {
  const { events, ...fields } = batch
  await sql`INSERT INTO amplitude.batches ${sql([{ ...fields, ...transport, received_at: now, events: JSON.stringify(events) }])}`
}

export type ReplaySession = {
  device_id: string
  session_id: string
  started_at: Date
  last_at: Date
  batches: number
  replay_batches: number
  size: number
}

export const listSessions = (sql: Sql, limit: number): Promise<ReplaySession[]> => sql<ReplaySession[]>`
  SELECT device_id, session_id, min(received_at) AS started_at, max(received_at) AS last_at, count(*)::int AS batches,
         (count(*) FILTER (WHERE type = 'replay'))::int AS replay_batches, sum(size)::int AS size
  FROM amplitude.batches GROUP BY device_id, session_id ORDER BY max(id) DESC LIMIT ${limit}`

type Session = { device_id: string; session_id: string }

type StoredBatch = Transport & { version: number; received_at: Date } & (
    | { type: 'replay'; events: RecordedEvent[] }
    | { type: 'interaction'; events: Interaction[] }
  )

/** Returns the batches of a session in order of arrival. */
export async function listBatches(sql: Sql, { device_id, session_id }: Session): Promise<StoredBatch[]> {
  const rows = await sql<(Omit<StoredBatch, 'events'> & { events: string })[]>`
    SELECT type, version, sent_as, encoding, size, received_at, events FROM amplitude.batches
    WHERE device_id = ${device_id} AND session_id = ${session_id} ORDER BY id`
  return rows.map((row) => ({ ...row, events: JSON.parse(row.events) as never }) as StoredBatch)
}

/** Returns the recorded events of a session by their own timestamps, without those that a beacon repeated. */
export async function loadRecording(sql: Sql, session: Session): Promise<RecordedEvent[]> {
  const events = new Map<string, RecordedEvent>()
  for (const batch of await listBatches(sql, session)) {
    if (batch.type === 'replay') for (const event of batch.events) events.set(JSON.stringify(event), event)
  }
  return [...events.values()].sort((one, other) => one.timestamp - other.timestamp)
}
