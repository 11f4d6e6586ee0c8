import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Standins } from '../../start-standins.ts'
import { AMPLITUDE_KEY } from '../amplitude-standin.ts'

export const newDevice = () => randomUUID()

/** Builds an event as @amplitude/analytics-browser 2.47.1 sends it. */
export const pageView = (device_id: string, event_properties: Record<string, unknown> = { page_name: 'Dashboard' }) => ({
  device_id,
  session_id: 1_790_000_000_000,
  time: Date.now(),
  platform: 'Web',
  language: 'en-US',
  ip: '$remote',
  insert_id: randomUUID(),
  event_type: 'Page Viewed',
  event_properties,
  event_id: 1,
  library: 'amplitude-ts/2.47.1',
  user_agent: 'Mozilla/5.0',
})

/** Builds a batch of recorded events as the replay library sends it: each event is a JSON string. */
export const recording = (...events: { type: number; timestamp: number; data: unknown }[]) => events.map((event) => JSON.stringify(event))

type Delivery = { headers?: Record<string, string>; gzip?: boolean }

async function post(url: string, body: unknown, { headers = {}, gzip = false }: Delivery) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(gzip && { 'content-encoding': 'gzip' }), ...headers },
    body: gzip ? gzipSync(text) : text,
  })
  const { code, error, ...rest } = (await response.json()) as { code: number; error?: string }
  return { status: response.status, code, error, rest: rest as Record<string, unknown> }
}

export const sendEvents = (standins: Standins, events: unknown, delivery: Delivery & { key?: string } = {}) =>
  post(`${standins.url}/amplitude/2/httpapi`, { api_key: delivery.key ?? AMPLITUDE_KEY, events }, delivery)

type Batch = { device_id: string; session_id?: string; type?: string; body: unknown; by?: 'fetch' | 'beacon' | 'none' }

/** Sends a batch as the library does: with gzip and the key in a header, or as a beacon when the page closes. */
export function sendBatch(standins: Standins, { device_id, session_id = '1790000000000', type = 'replay', body, by = 'fetch' }: Batch) {
  const query = new URLSearchParams({ device_id, session_id, type, ...(by === 'beacon' && { api_key: AMPLITUDE_KEY }) })
  const headers: Record<string, string> =
    by === 'fetch' ? { authorization: `Bearer ${AMPLITUDE_KEY}` } : { 'content-type': 'text/plain;charset=UTF-8' }
  return post(`${standins.url}/amplitude/sessions/v2/track?${query}`, body, { headers, gzip: by === 'fetch' })
}

export const getJson = async <Answer>(standins: Standins, path: string): Promise<Answer> =>
  (await fetch(`${standins.url}/amplitude/api/${path}`)).json() as Promise<Answer>
