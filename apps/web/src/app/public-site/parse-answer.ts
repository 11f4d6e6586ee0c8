import { z } from 'zod'

/** Returns the empty value of a field: null, false, a list without entries or an object of these. Undefined for texts and numbers. */
function emptyValue(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodObject) return withEmptyFields(schema, {})
  return schema instanceof z.ZodArray ? [] : undefined
}

/** Returns the value with an empty value in place of each missing field that has one. */
function withEmptyFields(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (schema instanceof z.ZodNullable) return withEmptyFields(schema.unwrap(), value)
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((entry) => withEmptyFields(schema.element, entry))
  if (!(schema instanceof z.ZodObject)) return value
  const sent: Record<string, unknown> = { ...value }
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape))
    sent[name] = sent[name] === undefined ? emptyValue(field) : withEmptyFields(field, sent[name])
  return sent
}

/**
 * Parses what the API sent. While an upgrade runs, the API may be of the version before or after: it may not know the newest fields, which are
 * then empty, and fields that are unknown here are left out.
 * @throws {z.ZodError} when another field is missing or wrong.
 */
export const parseAnswer = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> => schema.parse(withEmptyFields(schema, value))
