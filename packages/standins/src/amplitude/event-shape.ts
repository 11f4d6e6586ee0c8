import { z } from 'zod'
import { AmplitudeError } from './amplitude-error.ts'

const MAX_EVENTS = 2000
/** The length to which Amplitude shortens texts. */
export const MAX_CHARACTERS = 1024
const MIN_ID_LENGTH = 5
/** Values that programs send instead of an id. */
const PLACEHOLDER = /^(anonymous|nil|none|null|n\/a|na|undefined|unknown|not set|\(none\)|true|false|\[\]|\{\}|lmy47d|0|-1)$/i

const id = z
  .string()
  .min(MIN_ID_LENGTH)
  .refine((text) => !PLACEHOLDER.test(text))
  .nullish()
const properties = z.record(z.string(), z.unknown()).nullish()

/** An event of HTTP V2. Fields that the service only stores are not validated. */
const event = z
  .looseObject({
    event_type: z.string().min(1),
    user_id: id,
    device_id: id,
    time: z.int().positive().optional(),
    session_id: z.int().optional(),
    insert_id: z.string().optional(),
    event_properties: properties,
    user_properties: properties,
  })
  .refine(({ user_id, device_id }) => user_id || device_id, { path: ['device_id'] })

const upload = z.looseObject({ api_key: z.unknown(), events: z.array(z.unknown()).min(1) })

/** Returns the events of an upload. Throws Amplitude's error with the positions of invalid events by the name of the field. */
export function parseEvents(body: unknown, apiKey: string): z.infer<typeof event>[] {
  const { data } = upload.safeParse(body)
  if (data === undefined) throw new AmplitudeError(400, 'Request missing required field', { missing_field: 'events' })
  if (data.api_key !== apiKey) throw new AmplitudeError(400, `Invalid API key: ${String(data.api_key)}`)
  if (data.events.length > MAX_EVENTS) throw new AmplitudeError(413, 'Payload too large')
  const invalid: Record<string, number[]> = {}
  for (const [index, candidate] of data.events.entries())
    for (const { path } of event.safeParse(candidate).error?.issues ?? []) {
      const field = String(path[0] ?? 'event')
      invalid[field] = [...(invalid[field] ?? []), index]
    }
  if (Object.keys(invalid).length > 0)
    throw new AmplitudeError(400, 'Invalid field values on some events', { events_with_invalid_fields: invalid })
  return data.events as z.infer<typeof event>[]
}
