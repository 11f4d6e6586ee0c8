import { z } from 'zod'
import { AmplitudeError } from './amplitude-error.ts'

const batchQuery = z.object({
  device_id: z.string().min(1).max(1024),
  session_id: z.string().regex(/^\d+$/),
  type: z.enum(['replay', 'interaction']),
})

/** One recorded event, within the batch as a JSON string. */
const recordedEvent = z.looseObject({ type: z.int().min(0).max(7), timestamp: z.number(), data: z.unknown() })

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('not JSON')
    return z.NEVER
  }
})

const replay = z.strictObject({ version: z.union([z.literal(1), z.literal(2)]), events: z.array(json.pipe(recordedEvent)).min(1) })

const size = z.number().min(0)
const interactionFields = { viewportHeight: size, viewportWidth: size, pageUrl: z.url(), timestamp: z.number() }
const click = z.strictObject({
  ...interactionFields,
  type: z.literal('click'),
  x: z.number(),
  y: z.number(),
  selector: z.string().optional(),
  count: z.int().positive(),
})
const scroll = z.strictObject({
  ...interactionFields,
  type: z.literal('scroll'),
  maxScrollX: size,
  maxScrollY: size,
  maxScrollWidth: size,
  maxScrollHeight: size,
})
const interaction = z.strictObject({ version: z.literal(1), events: z.array(z.discriminatedUnion('type', [click, scroll])) })

function parse<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new AmplitudeError(400, z.prettifyError(parsed.error))
}

/** Parses a batch of a session from the URL and the body. Throws for input that the vendor's library would not send. */
export function parseBatch(query: unknown, body: unknown) {
  const session = parse(batchQuery, query)
  return { ...session, ...(session.type === 'replay' ? parse(replay, body) : parse(interaction, body)) }
}
