import { z } from 'zod'
import { AmplitudeError } from './amplitude-error.ts'

const MAX_EVENTS = 2000
/** The length to which Amplitude shortens texts. */
export const MAX_CHARACTERS = 1024
const MIN_ID_LENGTH = 5
/** Values that programs send instead of an id. */
const PLACEHOLDER = /^(anonymous|nil|none|null|n\/a|na|undefined|unknown|not set|\(none\)|true|false|\[\]|\{\}|lmy47d|0|-1)$/i

const properties = z.record(z.string(), z.unknown()).nullish()

/** An event of HTTP V2. Fields that the service only stores are not validated. */
const event = z.looseObject({
  event_type: z.string().min(1),
  user_id: z.string().nullish(),
  device_id: z.string().nullish(),
  time: z.int().positive().optional(),
  session_id: z.int().optional(),
  insert_id: z.string().optional(),
  event_id: z.int().optional(),
  event_properties: properties,
  user_properties: properties,
  groups: properties,
  platform: z.string().optional(),
  language: z.string().nullish(),
  library: z.string().optional(),
  user_agent: z.string().optional(),
})

const missingField = (field: string) => new AmplitudeError(400, 'Request missing required field', { missing_field: field })

/** The positions of invalid events by the name of the invalid field. */
type Positions = Record<string, number[]>

/** Returns the events of an upload. Throws Amplitude's error with the positions of invalid events. */
export function parseEvents(body: unknown, apiKey: string): z.infer<typeof event>[] {
  const upload = z.looseObject({}).safeParse(body)
  if (!upload.success) throw new AmplitudeError(400, 'Invalid JSON request body')
  const { api_key, events } = upload.data
  if (!api_key) throw missingField('api_key')
  if (api_key !== apiKey) throw new AmplitudeError(400, `Invalid API key: ${String(api_key)}`)
  if (!Array.isArray(events) || events.length === 0) throw missingField('events')
  if (events.length > MAX_EVENTS) throw new AmplitudeError(413, 'Payload too large')

  const [missing, invalid, short]: [Positions, Positions, Positions] = [{}, {}, {}]
  const add = (positions: Positions, field: string, index: number) => {
    positions[field] = [...(positions[field] ?? []), index]
  }
  for (const [index, candidate] of (events as Record<string, unknown>[]).entries()) {
    const { data, error } = event.safeParse(candidate)
    for (const { path } of error?.issues ?? []) {
      const field = String(path[0] ?? 'event')
      add(candidate?.[field] === undefined ? missing : invalid, field, index)
    }
    if (!data) continue
    if (!data.user_id && !data.device_id) add(missing, 'device_id', index)
    for (const field of ['user_id', 'device_id'] as const) {
      const id = data[field]
      if (id && (id.length < MIN_ID_LENGTH || PLACEHOLDER.test(id))) add(short, field, index)
    }
  }
  for (const [positions, message, name] of [
    [missing, 'Request missing required field', 'events_with_missing_fields'],
    [invalid, 'Invalid field values on some events', 'events_with_invalid_fields'],
    [short, 'Invalid id length for user_id or device_id', 'events_with_invalid_id_lengths'],
  ] as const)
    if (Object.keys(positions).length > 0) throw new AmplitudeError(400, message, { [name]: positions })
  return events as z.infer<typeof event>[]
}
