import { DEFAULT_CURRENCY, OFFERS } from '@academy/catalog'
import fc from 'fast-check'
import { WEB_URL } from '../web-url.ts'
import { ACTORS, type Actor, emailOf, PATH_VALUES } from './actors.ts'
import { type FuzzedEndpoint, fuzzedEndpoints, otherEndpoints } from './endpoints.ts'
import { bodyFor, hostileValues, queryFor } from './values.ts'

/** A generated request, without its token. */
export type GeneratedRequest = {
  endpoint: FuzzedEndpoint
  actor: Actor
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}

const pathValuesOf = ({ path }: FuzzedEndpoint): readonly string[] => {
  if (path.startsWith('/api/prompts/')) return PATH_VALUES.prompts
  // the run must not change packages of the other accounts, because their packages decide which responses are leaks
  if (path.includes('/grants')) return PATH_VALUES.grantees
  if (path.startsWith('/api/admin/accounts/')) return PATH_VALUES.accounts
  if (path.startsWith('/api/courses/')) return PATH_VALUES.courses
  if (path.startsWith('/api/sessions/')) return PATH_VALUES.sessions
  if (path.startsWith('/api/tutorials/')) return PATH_VALUES.tutorials
  return PATH_VALUES.resources
}

const malformedSegment = fc.oneof(
  fc.constantFrom('%', '%zz', '%ff', '%00', '..', '.', '%2f', '%2e%2e%2f', 'a'.repeat(101), '__proto__', 'constructor', 'some-id'),
  hostileValues.map((text) => encodeURIComponent(text.slice(0, 300).toWellFormed())),
)

const pathOf = (endpoint: FuzzedEndpoint): fc.Arbitrary<string> =>
  fc
    .oneof({ weight: 6, arbitrary: fc.constantFrom(...pathValuesOf(endpoint)) }, { weight: 1, arbitrary: malformedSegment })
    .map((segment) => endpoint.path.replace(/:\w+/g, () => segment))

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      ';',
    ),
  },
)

const unusualHeaders = fc.oneof(
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
      { 'stripe-signature': 't=1,v1=00' },
    ),
  },
)

/** Prefers callers that may use the endpoint. */
function actorFor({ auth, path }: FuzzedEndpoint): fc.Arbitrary<Actor> {
  const isOfCourse = /^\/api\/(courses|sessions|tutorials)\//.test(path)
  const buyers = isOfCourse ? fc.constant<Actor>('owner') : fc.constantFrom<Actor>('ada', 'eve', 'owner')
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ACTORS) },
    { weight: 2, arbitrary: auth === 'admin' ? fc.constant<Actor>('admin') : buyers },
  )
}

/** Valid bodies of endpoints with rules that a schema cannot express. */
const validBodies: Readonly<Record<string, readonly object[]>> = {
  'billing.checkout': Object.values(OFFERS).map(({ checkout }) => ({
    ...checkout,
    currency: DEFAULT_CURRENCY,
    successUrl: `${WEB_URL}/dashboard?checkout_success=1`,
    cancelUrl: `${WEB_URL}/settings`,
  })),
}

function bodyOf({ name, body }: FuzzedEndpoint): fc.Arbitrary<string> {
  const valid = validBodies[name]
  const any = bodyFor(body)
  if (!valid) return any
  return fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...valid).map((body) => JSON.stringify(body)) }, { weight: 2, arbitrary: any })
}

function requestFor(endpoint: FuzzedEndpoint): fc.Arbitrary<GeneratedRequest> {
  const sends = endpoint.method !== 'GET'
  const others = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH')
  const request = fc.record({
    actor: actorFor(endpoint),
    path: pathOf(endpoint),
    query: queryFor(endpoint.query),
    method: fc.oneof({ weight: 30, arbitrary: fc.constant(endpoint.method) }, { weight: 1, arbitrary: others }),
    type: contentType,
    extraHeaders: unusualHeaders,
    body: sends ? bodyOf(endpoint) : fc.constant(undefined),
  })
  return request.map(({ actor, path, query, method, type, extraHeaders, body }) => ({
    endpoint,
    actor,
    method,
    url: path + query,
    headers: body === undefined || body === '' ? extraHeaders : { ...extraHeaders, 'content-type': type },
    body: method === 'GET' || body === '' ? undefined : body,
  }))
}

/** Erases the account of `leaver`; later requests then use its id and token. */
const erasure = fuzzedEndpoints
  .filter(({ name }) => name === 'privacy.eraseAccount')
  .map((endpoint) => {
    const body = JSON.stringify({ email: emailOf('leaver') })
    const headers = { 'content-type': 'application/json' }
    return fc.constant<GeneratedRequest>({ endpoint, actor: 'leaver', method: endpoint.method, url: endpoint.path, headers, body })
  })

const plan: fc.Arbitrary<GeneratedRequest> = fc.oneof(
  { weight: 400, arbitrary: fc.oneof(...fuzzedEndpoints.map(requestFor)) },
  { weight: 20, arbitrary: fc.oneof(...otherEndpoints.map(requestFor)) },
  ...erasure.map((arbitrary) => ({ weight: 1, arbitrary })),
)

const BATCH = 500

/** Generates `count` requests, the same ones for the same seed. */
export function* generateRequests(seed: number, count: number): Generator<GeneratedRequest> {
  for (let start = 0; start < count; start += BATCH) {
    yield* fc.sample(plan, { seed: seed + start, numRuns: Math.min(BATCH, count - start) })
  }
}
