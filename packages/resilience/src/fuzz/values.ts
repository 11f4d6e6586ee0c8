import fc from 'fast-check'
import { WEB_URL } from '../web-url.ts'
import { PATH_VALUES } from './actors.ts'
import type { JsonSchema } from './endpoints.ts'

const MAX_LENGTH = 200

const plainText = fc.constantFrom('Ada', 'Zoë 🦊', 'مدير', 'a plan', "O'Neil", 'x', '1', 'null', 'true', 'some words')

/** Values for text fields, by the format of their schema. */
const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.constantFrom(...PATH_VALUES.accounts, ...PATH_VALUES.prompts),
  email: fc.constantFrom('unknown@example.test', 'x@y.test'),
  uri: fc.constantFrom(`${WEB_URL}/settings`, `${WEB_URL}/dashboard?a=1#b`, 'https://evil.example/', 'javascript:alert(1)'),
  'date-time': fc.constantFrom('2027-01-31T12:00:00Z', '2030-06-01T00:00:00+02:00', '1999-01-01T00:00:00Z'),
}

function textFor({ format, pattern, minLength = 0, maxLength = MAX_LENGTH }: JsonSchema): fc.Arbitrary<string> {
  const formatted = typeof format === 'string' ? formats[format] : undefined
  if (formatted) return formatted
  // JSON Schema patterns have no flags, so patterns with Unicode classes cannot be generated
  if (typeof pattern === 'string' && !/\\[pP]\{/.test(pattern))
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, MAX_LENGTH))
  const max = Math.min(Number(maxLength), MAX_LENGTH)
  return plainText.map((text) => text.padEnd(Number(minLength), 'x').slice(0, Math.max(max, Number(minLength))))
}

/** Generates values that are valid for a schema. */
function validValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, anyOf, properties, required, items } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as JsonSchema[]).map(validValue))
  if (type === 'string') return textFor(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: Number(schema.minimum ?? 0), max: Math.min(Number(schema.maximum ?? 600), 1e9) })
  if (type === 'array') return fc.array(validValue((items ?? {}) as JsonSchema), { maxLength: 3 })
  if (type === 'object' && properties) {
    const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => [name, validValue(field)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: (required ?? []) as never[] })
  }
  return plainText
}

/** Texts that often break parsers, databases and templates. */
export const hostileValues = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  "'; drop table accounts; --",
  '$1',
  '%s%n%00',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  '1e999',
  '-0',
  'NaN',
  'x'.repeat(101),
  'x'.repeat(20_001),
  'a@'.repeat(5_000),
)

const anything: fc.Arbitrary<unknown> = fc.oneof(
  hostileValues,
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(hostileValues, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const deep = fc.integer({ min: 1, max: 3_000 }).map((depth) => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`)

/** Attempts at prototype pollution. As JSON, because `__proto__` in an object literal would set the prototype. */
const prototypePollution = fc.constantFrom(
  '{"__proto__":{"isAdmin":true,"is_admin":true,"role":"service_role"}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"first_name":"a","last_name":"b","job_title":"c","__proto__":{"email":"admin@example.test"}}',
)

/** Fields that a mass assignment attack adds to a valid body. */
const protectedField = fc.constantFrom(
  ...['account_id', 'id', 'is_admin', 'isAdmin', 'role', 'email', 'entitlements', 'price', 'amount', 'price_id', 'created_at'],
)

/** Generates bodies for a schema: valid, nearly valid, hostile, and broken JSON. */
export function bodyFor(schema: JsonSchema | undefined): fc.Arbitrary<string> {
  if (!schema) return fc.constantFrom('', '{}', '{"a":1}')
  const valid = validValue(schema)
  const names = Object.keys((schema.properties ?? {}) as object)
  const withBadField = fc
    .tuple(valid, names.length > 0 ? fc.constantFrom(...names) : fc.constant('a'), anything)
    .map(([body, name, value]) => ({ ...(body as object), [name]: value }))
  const withMissingField = fc.tuple(valid, fc.nat()).map(([body, index]) => {
    const entries = Object.entries(body as object)
    return Object.fromEntries(entries.filter((_, at) => at !== index % Math.max(1, entries.length)))
  })
  const withProtectedField = fc
    .tuple(valid, protectedField, anything)
    .map(([body, name, value]) => ({ ...(body as object), [name]: value }))
  const json = (weight: number, arbitrary: fc.Arbitrary<unknown>) => ({
    weight,
    arbitrary: arbitrary.map((value) => JSON.stringify(value)),
  })
  return fc.oneof(
    json(8, valid),
    json(4, withBadField),
    json(2, withMissingField),
    json(2, withProtectedField),
    json(1, anything),
    { weight: 1, arbitrary: prototypePollution },
    { weight: 1, arbitrary: fc.oneof(deep, hostileValues, fc.constantFrom('{', '[', '{"a":', 'null', '"', '\ufeff{}')) },
  )
}

/** Generates query strings for a schema, with the question mark: empty, valid, invalid and odd ones. */
export function queryFor(schema: JsonSchema | undefined): fc.Arbitrary<string> {
  const pair = fc.tuple(hostileValues, hostileValues).map(([name, value]) => `?${new URLSearchParams([[name, value.slice(0, 300)]])}`)
  const odd = fc.constantFrom('?', '?%&=%ff&__proto__[x]=1', '?a=1&a=2&a=3', '?cursor=&cursor=', '?limit=1&limit=2', '?q=%00')
  if (!schema) return fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: pair }, { weight: 1, arbitrary: odd })
  const serialize = (values: object) => {
    const pairs = Object.entries(values).map(([name, value]) => [name, String(value).slice(0, 2_500).toWellFormed()])
    return `?${new URLSearchParams(pairs as [string, string][])}`
  }
  const names = Object.keys((schema.properties ?? {}) as object)
  const invalid = fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] }).map(serialize)
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: validValue(schema).map((values) => serialize(values as object)) },
    { weight: 3, arbitrary: invalid },
    { weight: 1, arbitrary: odd },
  )
}
