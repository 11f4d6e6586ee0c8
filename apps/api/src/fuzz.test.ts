import { apiError } from '@academy/contract'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildTestApp } from './testing/build-test-app.ts'
import { type Endpoint, endpoints } from './testing/contract-endpoints.ts'
import { unexpectedLines } from './testing/unexpected-lines.ts'

const { app, signIn, logs } = await buildTestApp({
  env: {
    RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000',
    RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000',
    RATE_LIMIT_SIGN_UP_PER_MINUTE: '1000000',
  },
})
const { authorization } = await signIn()

/** Milliseconds of processor time of the API's thread, however long a busy machine lets it wait. */
const MAX_CPU_MS = 1_000
/** A request that is slow by itself is slow every time; one that waited for a busy machine is not. */
const TRIES = 5

const slowRequests = () => logs.filter((line) => JSON.parse(line).msg === 'slow request').length

/** Sends a request. @throws when it takes much of the processor, or is slow each time that it is sent. */
async function send(request: InjectOptions) {
  let slow = slowRequests()
  const before = process.threadCpuUsage()
  const response = await app.inject(request)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000, 'milliseconds of processor time').toBeLessThan(MAX_CPU_MS)
  for (let tries = 1; slowRequests() > slow; tries += 1) {
    expect(tries, 'tries, each of them slow').toBeLessThan(TRIES)
    slow = slowRequests()
    await app.inject(request)
  }
  return response
}

/** Strings that have broken something somewhere. */
const hostileValues = fc.constantFrom(
  '',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  '𝒳🦊',
  "'; drop table accounts; --",
  '#{7*7}',
  '../../etc/passwd',
  '%00',
  '%s%n',
  '<script>',
  '__proto__',
  'constructor',
  'x'.repeat(100_000),
  '1e999',
  '-0',
)
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), hostileValues)
const value = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 }), fc.jsonValue())

const namesOf = (schema: unknown): string[] =>
  schema instanceof z.ZodType
    ? Object.keys((z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }).properties as object) ?? {})
    : []

const plain = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Ada', 'ada@example.test', '8c0a4e5b-3c62-4f0e-9f6e-0d4a6c1b2d3e') },
  { weight: 1, arbitrary: text },
)

/** Input close to the endpoint's schema: its fields or some of them, right and wrong values, unknown fields. */
const nearly = (names: string[]) => {
  const record = (one: fc.Arbitrary<unknown>, requiredKeys: string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, one])), { requiredKeys })
  return fc.oneof(
    record(plain, names).map((fields) => JSON.stringify(fields)),
    fc
      .tuple(record(fc.oneof(plain, value), []), fc.dictionary(text, value, { maxKeys: 2 }))
      .map(([fields, more]) => JSON.stringify({ ...more, ...fields })),
  )
}

const deep = fc.integer({ min: 1, max: 5_000 }).map((depth) => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`)

const bodyFor = ({ route }: Endpoint) =>
  fc.oneof(
    { weight: 5, arbitrary: nearly(namesOf('body' in route ? route.body : undefined)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: deep },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  )

const contentType = fc.oneof(
  { weight: 5, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'application/JSON', 'multipart/form-data', 'a/b', ';', ''),
  },
)

const encoded = text.map((raw) => encodeURIComponent(raw.slice(0, 300).toWellFormed()))
const parameter = fc.oneof(
  fc.constant('some-id'),
  encoded,
  fc.constantFrom('%', '%zz', '%ff', '%00', '..', '.', '%2f', '%2e%2e%2f', 'a'.repeat(101)),
)
const query = fc.oneof(
  fc.constant(''),
  fc.dictionary(encoded, encoded, { maxKeys: 3 }).map((pairs) => `?${new URLSearchParams(pairs)}`),
  fc.constant('?%&=%ff&__proto__[x]=1'),
)
const token = fc.oneof({ weight: 6, arbitrary: fc.constant(authorization) }, { weight: 1, arbitrary: fc.stringMatching(/^[ -~]{0,80}$/) })

describe.each(endpoints)('$name', (endpoint) => {
  test('answers any input as the contract says, never with a 5xx or a stack', async () => {
    const input = fc.record({ payload: bodyFor(endpoint), contentType, parameter, query, token })
    await fc.assert(
      fc.asyncProperty(input, async (sent) => {
        const response = await send({
          method: endpoint.method,
          url: `${endpoint.url(sent.parameter)}${sent.query}`,
          headers: { authorization: sent.token, ...(endpoint.takesBody ? { 'content-type': sent.contentType } : {}) },
          ...(endpoint.takesBody ? { payload: sent.payload } : {}),
        })
        expect(response.statusCode).toBeLessThan(500)
        const declared = endpoint.route.responses[response.statusCode]
        if (response.statusCode === 204) expect([declared !== undefined, response.body]).toEqual([true, ''])
        else if (response.statusCode < 400) expect((declared as z.ZodType).safeParse(response.json()).success).toBe(true)
        else {
          apiError.strict().parse(response.json())
          // A dot for a parameter leads to another URL: one that is not there, or that takes other methods.
          expect(declared !== undefined || [404, 405].includes(response.statusCode)).toBe(true)
          expect(response.body).not.toMatch(/node_modules|\.ts:\d|\bat \S+ \(/)
        }
      }),
      { numRuns: 150 },
    )
    expect(unexpectedLines(logs)).toEqual([])
  })
})

test('answers every unknown path with the error body', async () => {
  const segment = fc.oneof(parameter, fc.constantFrom('api', 'accounts', 'context', 'courses', 'sessions', 'docs'))
  const path = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`)
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'), async (url, method) => {
      const response = await send({ method: method as 'GET', url, headers: { authorization } })
      expect(response.statusCode).toBeLessThan(500)
      if (response.statusCode >= 400 && method !== 'HEAD') apiError.strict().parse(response.json())
    }),
    { numRuns: 500 },
  )
  expect(unexpectedLines(logs)).toEqual([])
})
