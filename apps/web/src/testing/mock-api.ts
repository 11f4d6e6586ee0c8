import { contract } from '@academy/contract'
import { vi } from 'vitest'
import { emptyNote, sampleCourseSummary, sampleSession } from './samples.ts'

export type MockRequest = {
  method: string
  path: string
  search: URLSearchParams
  headers: Headers
  token: string | null
  body: unknown
}
type MockHandler = { method: string; path: RegExp; reply: (request: MockRequest) => Response | Promise<Response> }
/** The part of a contract endpoint that is needed here; only `api/` may import ts-rest. */
type Endpoint = { method: string; path: string; responses: Readonly<Record<number, unknown>> }
/** The body that a schema describes. */
type BodyOf<Schema> = Schema extends { _zod: { input: infer Body } } ? Body : never
type Options = {
  /** Limits the response to these path parameters. */
  params?: Record<string, string>
  /** Delays the response until this settles. */
  after?: Promise<unknown>
}

let unexpectedInTest: string[] = []
let reportUnexpected = (_error: Error): void => undefined

/** In milliseconds: the page may still show what the test waits for. */
const GRACE = 1_000

/** Rejects soon after a request that no mock answers, so that a test does not wait for what its page cannot show. */
export const untilUnexpectedRequest = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    reportUnexpected = reject
    if (unexpectedInTest.length > 0) setTimeout(reject, GRACE, missingMock(unexpectedInTest))
  })

const missingMock = (missing: string[]) => new Error(`No mock answers ${missing.join(', ')}.`)

/** Returns the requests of the test that no mock answers. What the page sends afterwards, while it is closed, counts for no test. */
export function takeUnexpectedRequests(): string[] {
  const taken = unexpectedInTest
  unexpectedInTest = []
  return taken
}

/**
 * Replaces `fetch` with mock responses, each validated by the contract's schema for its status. Unexpected requests get a 599 and fail the
 * test.
 */
export function mockApi() {
  const handlers: MockHandler[] = []
  const requests: MockRequest[] = []
  const unexpected: string[] = []
  unexpectedInTest = unexpected

  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input, 'http://academy.test')
    const headers = new Headers(init.headers)
    const request: MockRequest = {
      method: init.method ?? 'GET',
      path: pathname,
      search: searchParams,
      headers,
      token: headers.get('authorization'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    requests.push(request)
    const response = handlers.findLast(({ method, path }) => method === request.method && path.test(pathname))
    if (!response) {
      unexpected.push(`${request.method} ${pathname}`)
      setTimeout(() => {
        if (unexpected === unexpectedInTest) reportUnexpected(missingMock(unexpected))
      }, GRACE)
    }
    const reply = response ? await response.reply(request) : Response.json({}, { status: 599 })
    init.signal?.throwIfAborted()
    return reply
  })

  const addHandler = (route: Endpoint, { params = {} }: Options, reply: MockHandler['reply']) => {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '[^/]+')
    handlers.push({ method: route.method, path: new RegExp(`^${path}$`), reply })
  }

  const add = (route: Endpoint, status: number, body: unknown, options: Options) => {
    schemaOf(route, status).parse(body)
    addHandler(route, options, async () => {
      await options.after
      return Response.json(body, { status })
    })
  }

  const api = {
    requests,
    /** Mocks the response of an endpoint. The latest mock wins. */
    reply<Route extends Endpoint, Status extends keyof Route['responses'] & number>(
      route: Route,
      status: Status,
      body: BodyOf<Route['responses'][Status]>,
      options: Options = {},
    ) {
      add(route, status, body, options)
    },
    /** Mocks a file. */
    replyFile(route: Endpoint, type: string, content: string) {
      addHandler(route, {}, () => new Response(content, { headers: { 'content-type': type } }))
    },
    /** Mocks a response that breaks the contract. */
    replyOutsideTheContract(route: Endpoint, status: number, body: unknown) {
      addHandler(route, {}, () => Response.json(body, { status }))
    },
    /** Mocks an error response. */
    refuse(route: Endpoint, status: number, code: string, message: string, options: Options & { fields?: Record<string, string> } = {}) {
      const body = { success: false, error: message, message, code, ...(options.fields && { fields: options.fields }) }
      add(route, status, body, options)
    },
    /** Mocks a failed connection. */
    breakConnection(route: Endpoint) {
      addHandler(route, {}, () => Promise.reject(new TypeError('Failed to fetch')))
    },
    /** Mocks an endpoint outside the contract, such as the auth provider's. */
    on(method: string, path: string, reply: MockHandler['reply']) {
      handlers.push({ method, path: new RegExp(`^${path}$`), reply })
    },
    count: (method: string, path: string) => requests.filter((request) => request.method === method && request.path === path).length,
  }
  mockDefaults(api)
  return api
}
export type MockApi = ReturnType<typeof mockApi>

/** Mocks what many pages request: a user in Germany who has bought, chosen and written nothing, and a course with an empty session. */
function mockDefaults(api: Pick<MockApi, 'reply' | 'refuse' | 'on'>): void {
  const { answers, billing, certificates, courses, geo, health, learning, mailings, notes, publicContent, team, tokens, withdrawals } =
    contract
  api.reply(geo.country, 200, { country: 'DE' })
  api.reply(courses.list, 200, { success: true, data: [sampleCourseSummary()] })
  api.reply(courses.sessions, 200, { success: true, data: [sampleSession(1, { tutorials: [] })] })
  api.reply(learning.progress, 200, {
    tutorials: [],
    done: 0,
    total: 3,
    continue_with: null,
    checked_sessions: [],
    sessions_with_checks: [],
  })
  const started = {
    tutorial_id: 'brief',
    state: 'started',
    video_seconds: null,
    place: null,
    updated_at: '2026-11-22T12:00:00.000Z',
  } as const
  api.reply(learning.saveProgress, 200, started)
  api.reply(learning.saveVideoPosition, 200, started)
  api.on('PUT', '/api/copied-prompts/.+', () => new Response(null, { status: 204 }))
  api.reply(notes.list, 200, [])
  api.reply(notes.get, 200, emptyNote)
  const noAnswer = { worked: null, text_hash: 'current', text: '', system: null, tool: null, with_name: false }
  api.reply(answers.get, 200, { success: true, data: noAnswer })
  api.reply(billing.plans, 200, [])
  api.reply(billing.receipts, 200, { receipts: [], has_more: false })
  api.reply(certificates.list, 200, [])
  api.reply(mailings.chosen, 200, { kinds: [], ask: false })
  api.reply(team.get, 200, { success: true, data: { purchases: [], held: [], studio_free_until: null } })
  api.reply(tokens.list, 200, { tokens: [] })
  api.reply(withdrawals.list, 200, { success: true, data: { withdrawals: [], next: null } })
  api.reply(publicContent.reviews, 200, { success: true, data: [] })
  api.refuse(publicContent.tutorial, 404, 'not_found', 'There is no such tutorial')
  // An unreachable API stays unreachable.
  api.reply(health.ready, 503, { status: 'not_ready', reason: 'database_unreachable' })
}

function schemaOf(route: Endpoint, status: number): { parse(body: unknown): unknown } {
  const schema: unknown = route.responses[status]
  if (typeof schema === 'object' && schema !== null && 'parse' in schema && typeof schema.parse === 'function') {
    return schema as { parse(body: unknown): unknown }
  }
  throw new Error(`${route.method} ${route.path} has no response ${status}.`)
}
