import { z } from 'zod'
import { AmplitudeError } from './amplitude-error.ts'
import { AMPLITUDE_KEY } from './identity.ts'

const MAX_EVENTS = 2000
const MAX_CHARACTERS = 1024
const MIN_ID_LENGTH = 5
/** Placeholder values that programs send instead of an id. */
const placeholderIds = new Set([
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

const missingField = (field: string) => new AmplitudeError(400, 'Request missing required field', { missing_field: field })

/** The positions of invalid events by the name of the invalid field. */
type EventIndexes = Record<string, number[]>
const addIndex = (indexes: EventIndexes, field: string, index: number) => {
  indexes[field] = [...(indexes[field] ?? []), index]
}

/** Truncates strings to 1024 characters, also in nested values, as Amplitude does. */
function truncate(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_CHARACTERS)
  if (Array.isArray(value)) return value.map(truncate)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, truncate(inner)]))
  return value
}

/** Throws Amplitude's error unless the key is the project's. */
function requireApiKey(key: unknown): void {
  if (key === undefined || key === null || key === '') throw missingField('api_key')
  if (key !== AMPLITUDE_KEY) throw new AmplitudeError(400, `Invalid API key: ${String(key)}`)
}

/** Returns the events of an upload. Throws Amplitude's error with the positions of invalid events. */
export function parseUpload(body: unknown): AmplitudeEvent[] {
  const upload = z.looseObject({}).safeParse(body)
  if (!upload.success) throw new AmplitudeError(400, 'Invalid JSON request body')
  requireApiKey(upload.data.api_key)
  const { events } = upload.data
  if (!Array.isArray(events) || events.length === 0) throw missingField('events')
  if (events.length > MAX_EVENTS) throw new AmplitudeError(413, 'Payload too large')

  const missingFields: EventIndexes = {}
  const invalidFields: EventIndexes = {}
  const shortIds: EventIndexes = {}
  const valid: AmplitudeEvent[] = []
  for (const [index, candidate] of events.entries()) {
    const parsed = event.safeParse(candidate)
    const has = (field: string) => z.looseObject({}).safeParse(candidate).data?.[field] !== undefined
    for (const issue of parsed.error?.issues ?? []) {
      const field = String(issue.path[0] ?? 'event')
      addIndex(has(field) ? invalidFields : missingFields, field, index)
    }
    if (!parsed.success) continue
    const { user_id, device_id } = parsed.data
    if (!user_id && !device_id) addIndex(missingFields, 'device_id', index)
    for (const [field, value] of [
      ['user_id', user_id],
      ['device_id', device_id],
    ] as const) {
      if (value && (value.length < MIN_ID_LENGTH || placeholderIds.has(value.toLowerCase()))) addIndex(shortIds, field, index)
    }
    valid.push(truncate(parsed.data) as AmplitudeEvent)
  }
  if (Object.keys(missingFields).length > 0)
    throw new AmplitudeError(400, 'Request missing required field', { events_with_missing_fields: missingFields })
  if (Object.keys(invalidFields).length > 0)
    throw new AmplitudeError(400, 'Invalid field values on some events', { events_with_invalid_fields: invalidFields })
  if (Object.keys(shortIds).length > 0) {
    throw new AmplitudeError(400, 'Invalid id length for user_id or device_id', { events_with_invalid_id_lengths: shortIds })
  }
  return valid
}
