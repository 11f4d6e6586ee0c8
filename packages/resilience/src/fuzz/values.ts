import fc from 'fast-check'
import type { JsonSchema } from './endpoints.ts'
import { PATH_VALUES, WEB_ORIGIN } from './fixture-names.ts'

const LONGEST = 200

const words = fc.constantFrom('Ada', 'Zoë 🦊', 'مدير', 'a plan', "O'Neil", 'x', '1', 'null', 'true', 'some words of a person')

/** Values for text fields whose schema names no format. */
const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.constantFrom(...PATH_VALUES.accounts, ...PATH_VALUES.prompts),
  email: fc.constantFrom('unknown@example.test', 'x@y.test'),
  uri: fc.constantFrom(`${WEB_ORIGIN}/settings`, `${WEB_ORIGIN}/dashboard?a=1#b`, 'https://evil.example/', 'javascript:alert(1)'),
  'date-time': fc.constantFrom('2027-01-31T12:00:00Z', '2030-06-01T00:00:00+02:00', '1999-01-01T00:00:00Z'),
}

function textFor({ format, pattern, minLength = 0, maxLength = LONGEST }: JsonSchema): fc.Arbitrary<string> {
  const known = typeof format === 'string' ? formats[format] : undefined
  if (known) return known
  // JSON Schema patterns have no flags, so patterns with Unicode classes cannot be generated
  if (typeof pattern === 'string' && !/\\[pP]\{/.test(pattern))
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, LONGEST))
  const max = Math.min(Number(maxLength), LONGEST)
  return words.map((text) => text.padEnd(Number(minLength), 'x').slice(0, Math.max(max, Number(minLength))))
}

/** Generates a value that the schema of a field or body allows. */
export function allowed(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, anyOf, properties, required, items } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if (Array.isArray(anyOf)) return fc.oneof(...(anyOf as JsonSchema[]).map(allowed))
  if (type === 'string') return textFor(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: Number(schema.minimum ?? 0), max: Math.min(Number(schema.maximum ?? 600), 1e9) })
  if (type === 'array') return fc.array(allowed((items ?? {}) as JsonSchema), { maxLength: 3 })
  if (type === 'object' && properties) {
    const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => [name, allowed(field)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: (required ?? []) as never[] })
  }
  return words
}

/** Texts that have broken something somewhere. */
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

export const anything: fc.Arbitrary<unknown> = fc.oneof(
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

/** As text, since JSON.parse keeps what an object literal would take for a prototype. */
const polluted = fc.constantFrom(
  '{"__proto__":{"isAdmin":true,"is_admin":true,"role":"service_role"}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"first_name":"a","last_name":"b","job_title":"c","__proto__":{"email":"admin@example.test"}}',
)

/** Fields that an attacker would like to set along with those that may be set. */
const assigned = fc.constantFrom(
  ...['account_id', 'id', 'is_admin', 'isAdmin', 'role', 'email', 'entitlements', 'price', 'amount', 'price_id', 'created_at'],
)

/** A body, as it is sent. */
export function bodyFor(schema: JsonSchema | undefined): fc.Arbitrary<string> {
  if (!schema) return fc.constantFrom('', '{}', '{"a":1}')
  const good = allowed(schema)
  const names = Object.keys((schema.properties ?? {}) as object)
  const spoilt = fc
    .tuple(good, names.length > 0 ? fc.constantFrom(...names) : fc.constant('a'), anything)
    .map(([body, name, value]) => ({ ...(body as object), [name]: value }))
  const lessened = fc.tuple(good, fc.nat()).map(([body, index]) => {
    const entries = Object.entries(body as object)
    return Object.fromEntries(entries.filter((_, at) => at !== index % Math.max(1, entries.length)))
  })
  const overassigned = fc.tuple(good, assigned, anything).map(([body, name, value]) => ({ ...(body as object), [name]: value }))
  const json = (weight: number, arbitrary: fc.Arbitrary<unknown>) => ({
    weight,
    arbitrary: arbitrary.map((value) => JSON.stringify(value)),
  })
  return fc.oneof(
    json(8, good),
    json(4, spoilt),
    json(2, lessened),
    json(2, overassigned),
    json(1, anything),
    { weight: 1, arbitrary: polluted },
    { weight: 1, arbitrary: fc.oneof(deep, hostileValues, fc.constantFrom('{', '[', '{"a":', 'null', '"', '\ufeff{}')) },
  )
}

export function queryFor(schema: JsonSchema | undefined): fc.Arbitrary<string> {
  const pair = fc.tuple(hostileValues, hostileValues).map(([name, value]) => `?${new URLSearchParams([[name, value.slice(0, 300)]])}`)
  const odd = fc.constantFrom('?', '?%&=%ff&__proto__[x]=1', '?a=1&a=2&a=3', '?cursor=&cursor=', '?limit=1&limit=2', '?q=%00')
  if (!schema) return fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: pair }, { weight: 1, arbitrary: odd })
  const write = (values: object) => {
    const pairs = Object.entries(values).map(([name, value]) => [name, String(value).slice(0, 2_500).toWellFormed()])
    return `?${new URLSearchParams(pairs as [string, string][])}`
  }
  const names = Object.keys((schema.properties ?? {}) as object)
  const wrong = fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] }).map(write)
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: allowed(schema).map((values) => write(values as object)) },
    { weight: 3, arbitrary: wrong },
    { weight: 1, arbitrary: odd },
  )
}
