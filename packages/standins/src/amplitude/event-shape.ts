import { z } from 'zod'
import { AmplitudeError } from './amplitude-error.ts'
import { AMPLITUDE_KEY } from './identity.ts'

const MAX_EVENTS = 2000
const MAX_CHARACTERS = 1024
const SHORTEST_ID = 5
/** Placeholder values that programs send instead of an id. */
const noIds = new Set([
  'anonymous',
  'nil',
  'none',
  'null',
  'n/a',
  'na',
  'undefined',
  'unknown',
  'not set',
  '(none)',
  'true',
  'false',
  '[]',
  '{}',
  'lmy47d',
  '0',
  '-1',
])

const properties = z.record(z.string(), z.unknown())
const id = z.string().max(MAX_CHARACTERS).nullish()

/** An event of HTTP V2. Fields that the service only stores are not validated. */
const event = z.looseObject({
  event_type: z.string().min(1).max(MAX_CHARACTERS),
  user_id: id,
  device_id: id,
  time: z.int().positive().optional(),
  session_id: z.int().optional(),
  insert_id: z.string().max(MAX_CHARACTERS).optional(),
  event_id: z.int().optional(),
  event_properties: properties.nullish(),
  user_properties: properties.nullish(),
  groups: properties.nullish(),
  platform: z.string().optional(),
  language: z.string().nullish(),
  library: z.string().optional(),
  user_agent: z.string().optional(),
})

export type AmplitudeEvent = z.infer<typeof event>

const missing = (field: string) => new AmplitudeError(400, 'Request missing required field', { missing_field: field })

type Wrong = Record<string, number[]>
const note = (wrong: Wrong, field: string, index: number) => {
  wrong[field] = [...(wrong[field] ?? []), index]
}

/** Amplitude keeps texts up to 1024 characters long and cuts the rest off. */
function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_CHARACTERS)
  if (Array.isArray(value)) return value.map(cut)
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]))
  return value
}

/** Refuses keys other than the project's, as the service does. */
export function checkKey(key: unknown): void {
  if (key === undefined || key === null || key === '') throw missing('api_key')
  if (key !== AMPLITUDE_KEY) throw new AmplitudeError(400, `Invalid API key: ${String(key)}`)
}

/** Returns the events of an upload. Throws Amplitude's error with the positions of invalid events. */
export function readUpload(body: unknown): AmplitudeEvent[] {
  const upload = z.looseObject({}).safeParse(body)
  if (!upload.success) throw new AmplitudeError(400, 'Invalid JSON request body')
  checkKey(upload.data.api_key)
  const { events } = upload.data
  if (!Array.isArray(events) || events.length === 0) throw missing('events')
  if (events.length > MAX_EVENTS) throw new AmplitudeError(413, 'Payload too large')

  const absent: Wrong = {}
  const invalid: Wrong = {}
  const shortIds: Wrong = {}
  const read: AmplitudeEvent[] = []
  for (const [index, candidate] of events.entries()) {
    const parsed = event.safeParse(candidate)
    const has = (field: string) => z.looseObject({}).safeParse(candidate).data?.[field] !== undefined
    for (const issue of parsed.error?.issues ?? []) {
      const field = String(issue.path[0] ?? 'event')
      note(has(field) ? invalid : absent, field, index)
    }
    if (!parsed.success) continue
    const { user_id, device_id } = parsed.data
    if (!user_id && !device_id) note(absent, 'device_id', index)
    for (const [field, value] of [
      ['user_id', user_id],
      ['device_id', device_id],
    ] as const) {
      if (value && (value.length < SHORTEST_ID || noIds.has(value.toLowerCase()))) note(shortIds, field, index)
    }
    read.push(cut(parsed.data) as AmplitudeEvent)
  }
  if (Object.keys(absent).length > 0)
    throw new AmplitudeError(400, 'Request missing required field', { events_with_missing_fields: absent })
  if (Object.keys(invalid).length > 0)
    throw new AmplitudeError(400, 'Invalid field values on some events', { events_with_invalid_fields: invalid })
  if (Object.keys(shortIds).length > 0) {
    throw new AmplitudeError(400, 'Invalid id length for user_id or device_id', { events_with_invalid_id_lengths: shortIds })
  }
  return read
}
