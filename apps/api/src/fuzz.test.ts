import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_CURRENCY, OFFERS } from '@academy/catalog'
import { apiError } from '@academy/contract'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoints } from './testing/contract-endpoints.ts'
import { bodyFor, headersFor, queryFor, segmentFor } from './testing/fuzzed-input.ts'
import { publisher } from './testing/published-pages.ts'
import { startSellingAcademy } from './testing/selling-academy.ts'

/** Requests to each endpoint. `FUZZ_RUNS` makes a longer run, as every night. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60)

/** Requests of different endpoints at the same time, and how often each of them is sent, as by a double click or two tabs. */
const AT_ONCE = 8
const REPEATS = 3

const UNLIMITED = '1000000'
const ADMIN = 'admin@example.test'
const academy = await startSellingAcademy({
  env: {
    ADMIN_EMAIL: ADMIN,
    LOG_LEVEL: 'debug',
    MENTORSHIP_DRAW: 'true',
    RATE_LIMIT_PUBLIC_PER_MINUTE: UNLIMITED,
    RATE_LIMIT_ACCOUNT_PER_MINUTE: UNLIMITED,
    RATE_LIMIT_SIGN_UP_PER_MINUTE: UNLIMITED,
  },
})
const { app, issuer, logs, owner: sql, signIn } = academy

/** The callers. `ada` subscribes to the Studio, `owner` bought the course, `stranger` sends no token, `forger` one of another key. */
const ACTORS = ['ada', 'owner', 'learner', 'admin', 'stranger', 'forger'] as const
type Actor = (typeof ACTORS)[number]
type Account = Exclude<Actor, 'stranger' | 'forger'> | 'bystander'

/** A unique text in private data, its owner, and the actors to whom responses may show it. */
type Canary = { text: string; owner: string; visibleTo: readonly Actor[] }
const canaries: Canary[] = []
function newCanary(owner: string, visibleTo: readonly Actor[]): string {
  const text = `canary-${randomUUID().slice(0, 13)}`
  canaries.push({ text, owner, visibleTo })
  return text
}

const ids = new Map<Account, string>()
const promptIds: string[] = []
const tokens = new Map<Actor, string | undefined>()

/** Creates an account with private data. The bystander sends no request, and no request may change its data. */
async function createAccount(name: Account): Promise<void> {
  const email = name === 'admin' ? ADMIN : `${name}.of.the.fuzz@example.test`
  const { authorization } = await signIn({ email, ...(name !== 'admin' && { id: randomUUID() }) })
  const { sub: id } = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString())
  issuer.addUser({ id, email })
  ids.set(name, id)
  const self = name === 'bystander' ? [] : [name]
  if (name !== 'bystander') tokens.set(name, authorization)
  canaries.push({ text: email, owner: name, visibleTo: [...self, 'admin'] })
  const firstName = newCanary(name, [...self, 'admin'])
  await sql`insert into accounts (account_id, email, first_name, last_name, job_title) values (${id}, ${email}, ${firstName}, 'x', 'y')`
  const packageOf = { ada: 'studio', bystander: 'studio', owner: 'master_course' }[name as string]
  if (packageOf === undefined) return
  const reason = newCanary(name, [...self, 'admin'])
  await sql`insert into grants (account_id, package, reason, granted_by) values (${id}, ${packageOf}, ${reason}, 'fuzz')`
  if (packageOf !== 'studio') return
  // The administrator cannot read the prompts of other accounts.
  const content = newCanary(name, self)
  const prompts = await sql<{ id: string }[]>`insert into prompts (account_id, title, description, content)
    select ${id}, 'a', 'b', ${content} from generate_series(1, 400) returning id`
  promptIds.push(...prompts.map((prompt) => prompt.id))
}

/** Creates a course with a locked tutorial and a project, and a library. */
async function publishContent(): Promise<void> {
  const publish = publisher(app.db)
  const [locked, project, library] = [
    newCanary('the course', ['owner', 'admin']),
    newCanary('the course', ['owner', 'admin']),
    newCanary('the library', ['ada', 'admin']),
  ]
  await publish.course('master-course')
  await publish.session('first-session', 'master-course')
  const checkpoint = { project: 'signal-board', files: [{ path: 'src/board.js', text: `// ${project}\n` }], size: 3 + project.length + 1 }
  const checks = { checks: [{ check: 'file exists', file: 'board.js', success: 'There.', hint: project, tutorial: 'locked-tutorial' }] }
  await sql`update content_sessions set checkpoint = ${sql.json(checkpoint)}, checks = ${sql.json(checks)}`
  await publish.tutorial('free-tutorial', 'first-session', { free: true, parts: { prompt: '<p>free</p>' } })
  await publish.tutorial('locked-tutorial', 'first-session', { parts: { prompt: `<p>${locked}</p>` } })
  const prompt = { html: `<p>${library}</p>`, blocks: [{ type: 'paragraph', content: `<p>${library}</p>` }] }
  for (const slug of ['resource-one', 'resource-two'])
    await publish.resource(slug, { tags: ['one'], premium: true, content: library, parts: { prompt } })
}

for (const name of ['ada', 'owner', 'learner', 'admin', 'bystander'] as const) await createAccount(name)
const [head = '', , signature = ''] = (tokens.get('ada') ?? '').split('.')
const forged = { sub: ids.get('admin'), email: ADMIN, role: 'authenticated', exp: 9_999_999_999 }
tokens.set('forger', `${head}.${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${signature}`)
await publishContent()

/** Returns the ids that a path of the contract may have. */
function idsFor(path: string): readonly string[] {
  if (path.startsWith('/api/prompts/')) return promptIds
  // Packages of the actors decide which responses are leaks.
  if (path.includes('/grants')) return [ids.get('bystander') ?? '']
  if (path.startsWith('/api/admin/accounts/')) return [...ids.values()]
  if (path.startsWith('/api/courses/')) return ['master-course']
  if (path.startsWith('/api/sessions/')) return ['first-session']
  if (path.startsWith('/api/tutorials/')) return ['free-tutorial', 'locked-tutorial']
  return ['master-course', 'resource-one', 'resource-two']
}

const actorFor = ({ auth, route: { path } }: Endpoint): fc.Arbitrary<Actor> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ACTORS) },
    {
      weight: 2,
      arbitrary: fc.constant(auth === 'admin' ? 'admin' : /^\/api\/(courses|sessions|tutorials)\//.test(path) ? 'owner' : 'ada'),
    },
  )

/** Valid bodies with rules that a schema cannot express. */
const validCheckouts = Object.values(OFFERS).map(({ checkout }) => ({
  ...checkout,
  currency: DEFAULT_CURRENCY,
  successUrl: 'http://localhost:3000/dashboard?checkout_success=1',
  cancelUrl: 'http://localhost:3000/settings',
}))

function payloadFor({ name, route }: Endpoint) {
  const any = bodyFor('body' in route ? route.body : undefined)
  return name === 'billing.checkout'
    ? fc.oneof(
        fc.constantFrom(...validCheckouts).map((body) => JSON.stringify(body)),
        any,
      )
    : any
}

/** Milliseconds of processor time of the API's thread, however long a busy machine lets it wait. */
const MAX_CPU_MS = 1_000
/** A request that is slow by itself is slow every time; one that waited for a busy machine is not. */
const TRIES = 5

const linesOf = () => logs.map((line) => JSON.parse(line) as { level: number; msg: string })
const slowRequests = () => linesOf().filter(({ msg }) => msg === 'slow request').length

/** Sends a request. @throws when it takes much of the processor, or is slow each time that it is sent. */
async function send(request: InjectOptions): Promise<LightMyRequestResponse> {
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

/** Stack traces, errors of the database and other internals. */
const INTERNALS = /node_modules|\.ts:\d|\bat \S+ \(\S+:\d+|PostgresError|Failed query|ECONNREFUSED/

/** Matches what no log may contain: tokens, email addresses, keys and passwords. */
const SECRET = /\beyJ[\w-]{10,}\.[\w-]{10,}|[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,}|\b(sk|rk|whsec|sb_secret|vca)_\w{8,}/

/** Returns the text of a response; that of a zip file is the text of its files. */
const textOf = ({ headers, rawPayload, body }: LightMyRequestResponse): string =>
  headers['content-type'] === 'application/zip'
    ? Object.values(unzipSync(rawPayload))
        .map((file) => strFromU8(file))
        .join('\n')
    : body

/** Returns whether a body matches a schema, without fields that the schema does not declare. */
function matches(schema: z.ZodType, body: unknown): boolean {
  const { success, data } = schema.safeParse(body)
  return success && isDeepStrictEqual(JSON.parse(JSON.stringify(data)), body)
}

/** @throws unless a response is as the contract says, and tells the actor nothing private of others. */
function check(actor: Actor, response: LightMyRequestResponse, responses: Readonly<Record<string, unknown>>, what = ''): void {
  const { statusCode, headers } = response
  expect(statusCode, what + response.body.slice(0, 300)).toBeLessThan(500)
  const text = textOf(response)
  expect(text).not.toMatch(INTERNALS)
  for (const { text: canary, owner, visibleTo } of canaries)
    if (!visibleTo.includes(actor)) expect(text.includes(canary), `${actor} received private data of ${owner}`).toBe(false)
  expect([headers['x-content-type-options'], headers['access-control-allow-origin']]).toEqual(['nosniff', undefined])
  const declared = responses[statusCode]
  if (statusCode === 204) expect([declared !== undefined, response.body]).toEqual([true, ''])
  else if (statusCode >= 400) {
    apiError.strict().parse(response.json())
    // A dot for a parameter leads to another URL: one that is not there, or that takes other methods.
    expect(declared !== undefined || [404, 405].includes(statusCode), `${statusCode} is declared`).toBe(true)
  } else if (declared instanceof z.ZodType) expect(matches(declared, response.json()), response.body.slice(0, 300)).toBe(true)
  else expect(headers['content-type']).toBe((declared as { contentType?: string } | undefined)?.contentType)
}

const bystander = async () => ({
  account: [
    ...(await sql`select account_id, email, first_name, last_name, job_title from accounts where account_id = ${ids.get('bystander') ?? ''}`),
  ],
  prompts: [...(await sql`select * from prompts where account_id = ${ids.get('bystander') ?? ''} order by id`)],
})
const before = await bystander()
const reached = new Set<string>()

beforeEach(async () => {
  logs.length = 0
  // The limits of a minute are tested where they are.
  await sql`delete from rate_limits`
})

/** @throws if the log has an error, or what no log may contain. */
function checkLog(): void {
  expect(logs.length).toBeGreaterThan(0)
  const secrets = [...canaries.map(({ text }) => text), ...[...tokens.values()].flatMap((token) => token?.replace('Bearer ', '') ?? [])]
  expect(logs.filter((line) => SECRET.test(line) || secrets.some((secret) => line.includes(secret)))).toEqual([])
  expect(linesOf().filter(({ level }) => level >= 50)).toEqual([])
}

/** A generated request of an actor to an endpoint. */
const requestTo = (endpoint: Endpoint) => {
  const { method, route, takesBody } = endpoint
  return fc
    .record({
      actor: actorFor(endpoint),
      segment: segmentFor(idsFor(route.path)),
      query: queryFor('query' in route ? route.query : undefined),
      headers: headersFor(takesBody),
      payload: payloadFor(endpoint),
    })
    .map(({ actor, segment, query, headers, payload }) => {
      const authorization = tokens.get(actor)
      const request: InjectOptions = {
        method,
        url: endpoint.url(segment) + query,
        headers: { ...headers, ...(authorization !== undefined && { authorization }) },
        ...(takesBody && { payload }),
      }
      return { endpoint, actor, request }
    })
}

describe.each(endpoints)('$name', (endpoint) => {
  test('API-12 D-109 answers any input of anyone as the contract says, without what is private to others', async () => {
    await fc.assert(
      fc.asyncProperty(requestTo(endpoint), async ({ actor, request }) => {
        const response = await send(request)
        check(actor, response, endpoint.route.responses)
        if (response.statusCode < 300) reached.add(endpoint.name)
      }),
      { numRuns: RUNS },
    )
    checkLog()
  })
})

test('API-12 D-109 the same holds for requests at the same time, each of them repeated', async () => {
  const requests = fc.array(fc.constantFrom(...endpoints).chain(requestTo), { minLength: AT_ONCE, maxLength: AT_ONCE })
  await fc.assert(
    fc.asyncProperty(requests, async (some) => {
      const repeated = some.flatMap((one) => Array.from({ length: REPEATS }, () => one))
      await Promise.all(
        repeated.map(async ({ actor, endpoint, request }) =>
          check(actor, await app.inject(request), endpoint.route.responses, `${request.method} ${request.url} `),
        ),
      )
    }),
    { numRuns: 5 * RUNS, endOnFailure: true },
  )
  checkLog()
})

test('answers every unknown path with the error body', async () => {
  const segment = fc.oneof(segmentFor([]), fc.constantFrom('api', 'accounts', 'context', 'courses', 'sessions', 'docs'))
  const path = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`)
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'), async (url, method) => {
      const response = await send({ method: method as 'GET', url, headers: { authorization: tokens.get('learner') } })
      expect(response.statusCode).toBeLessThan(500)
      if (response.statusCode >= 400 && method !== 'HEAD') apiError.strict().parse(response.json())
    }),
    { numRuns: 500 },
  )
  checkLog()
})

test('API-12 D-109 no request changes the data of another account, and more than half of the endpoints had a successful response', async () => {
  expect(await bystander()).toEqual(before)
  expect((await app.inject('/api/ready')).statusCode).toBe(200)
  expect(reached.size, [...reached].join()).toBeGreaterThan(endpoints.length / 2)
  expect(reached).toContain('courses.sessionCheckpoint')
})
