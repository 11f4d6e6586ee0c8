import fc from 'fast-check'
import { z } from 'zod'

type JsonSchema = { [name: string]: unknown }

/** Texts that have broken a parser, a database or a template somewhere. */
const hostileText = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  '𝒳🦊',
  "'; drop table accounts; --",
  '{{7*7}}',
  '../../etc/passwd',
  '%s%n%00',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '1e999',
  '-0',
  'x'.repeat(101),
  'x'.repeat(100_000),
  'a@'.repeat(5_000),
)

const anything: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(hostileText, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const plainText = fc.constantFrom('Ada', 'Zoë 🦊', 'مدير', "O'Neil", 'x', '1', 'null', 'true', 'some words')

/** Values for text fields, by the format of their schema. */
const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  email: fc.constantFrom('unknown@example.test', 'x@y.test'),
  uri: fc.constantFrom('http://localhost:3000/settings', 'https://evil.example/', 'javascript:alert(1)'),
  'date-time': fc.constantFrom('2027-01-31T12:00:00Z', '2030-06-01T00:00:00+02:00', '1999-01-01T00:00:00Z'),
}

function textFor({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> {
  const formatted = typeof format === 'string' ? formats[format] : undefined
  if (formatted) return formatted
  // Patterns of JSON Schema have no flags, so those with Unicode classes cannot be generated.
  if (typeof pattern === 'string' && !/\\[pP]\{/.test(pattern))
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, 200))
  const [least, most] = [Number(minLength), Math.min(Number(maxLength), 200)]
  return plainText.map((text) => text.padEnd(least, 'x').slice(0, Math.max(least, most)))
}

/** Generates values that are valid for a schema. */
function validValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, anyOf, properties, required, items } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
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

const jsonSchemaOf = (schema: unknown): JsonSchema =>
  schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) : {}

const deep = fc.integer({ min: 1, max: 5_000 }).map((depth) => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`)

/** As JSON, because `__proto__` in an object literal would set the prototype. */
const prototypePollution = fc.constantFrom(
  '{"__proto__":{"isAdmin":true,"is_admin":true,"role":"service_role"}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"first_name":"a","last_name":"b","job_title":"c","__proto__":{"email":"admin@example.test"}}',
)

/** Fields that a mass assignment adds to a valid body. */
const protectedField = fc.constantFrom('account_id', 'id', 'is_admin', 'role', 'email', 'entitlements', 'amount', 'price_id', 'created_at')

/** Generates bodies for a schema of zod: valid ones, with a bad, missing or protected field, hostile ones, broken JSON and bytes. */
export function bodyFor(zodSchema: unknown): fc.Arbitrary<string | Buffer> {
  const schema = jsonSchemaOf(zodSchema)
  const valid = validValue(schema).map((body) => Object(body) as object)
  const names = fc.constantFrom('a', ...Object.keys((schema.properties ?? {}) as object))
  const with_ = (name: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) =>
    fc.tuple(valid, name, value).map(([body, field, text]) => ({ ...body, [field]: text }))
  const json = (weight: number, arbitrary: fc.Arbitrary<unknown>) => ({
    weight,
    arbitrary: arbitrary.map((value) => JSON.stringify(value)),
  })
  return fc.oneof(
    json(8, valid),
    json(4, with_(names, anything)),
    json(2, with_(names, fc.constant(undefined))),
    json(2, with_(protectedField, anything)),
    json(1, anything),
    { weight: 1, arbitrary: fc.oneof(prototypePollution, deep, hostileText, fc.constantFrom('{', '[', '{"a":', 'null', '"', '\ufeff{}')) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  )
}

const serialized = (values: object) =>
  `?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value).slice(0, 2_500).toWellFormed()]))}`

/** Generates query strings for a schema of zod, with the question mark: none, valid, invalid and odd ones. */
export function queryFor(zodSchema: unknown): fc.Arbitrary<string> {
  const schema = jsonSchemaOf(zodSchema)
  const names = Object.keys((schema.properties ?? {}) as object)
  const invalid = fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] })
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    ...(names.length > 0 ? [{ weight: 5, arbitrary: validValue(schema).map((values) => serialized(Object(values))) }] : []),
    { weight: 2, arbitrary: invalid.map(serialized) },
    { weight: 1, arbitrary: fc.dictionary(hostileText, hostileText, { maxKeys: 3 }).map(serialized) },
    { weight: 1, arbitrary: fc.constantFrom('?', '?%&=%ff&__proto__[x]=1', '?a=1&a=2&a=3', '?cursor=&cursor=', '?limit=1&limit=2') },
  )
}

const encodedText = hostileText.map((text) => encodeURIComponent(text.slice(0, 300).toWellFormed()))

/** Generates values for a parameter of a path: mostly known ids, and malformed segments. */
export const segmentFor = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('some-id', ...ids) },
    { weight: 1, arbitrary: encodedText },
    { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%ff', '%00', '..', '.', '%2f', '%2e%2e%2f', 'a'.repeat(101), '__proto__') },
  )

/** Generates headers beside the token. */
export const headersFor = (takesBody: boolean): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 10, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'text/plain',
            'application/json; charset=utf-16',
            'application/JSON',
            'multipart/form-data',
            'a/b',
            ';',
            '',
          ),
        },
      ),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant({}) },
        {
          weight: 1,
          arbitrary: fc.constantFrom<Record<string, string>>(
            { origin: 'https://evil.example' },
            { 'if-none-match': '*' },
            { 'x-forwarded-for': '127.0.0.1, ::1' },
            { 'x-http-method-override': 'DELETE' },
            { 'x-request-id': 'x'.repeat(300) },
            { range: 'bytes=0-1' },
            { 'accept-encoding': 'gzip, br, *;q=0' },
          ),
        },
      ),
    )
    .map(([type, unusual]) => ({ ...(takesBody && { 'content-type': type }), ...unusual }))
