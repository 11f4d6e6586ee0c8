import { vi } from 'vitest'
import { sampleCourseSummary } from './samples.ts'

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
  // By default the user is in Germany.
  const handlers: MockHandler[] = [
    { method: 'GET', path: /^\/api\/geo$/, reply: () => Response.json({ country: 'DE' }) },
    // By default the course has a session without tutorials.
    {
      method: 'GET',
      path: /^\/api\/sessions$/,
      reply: () => Response.json({ success: true, data: [{ id: 'session-1', number: 1, name: 'Session 1', tutorials: [] }] }),
    },
    // By default the Master Course is the only course.
    { method: 'GET', path: /^\/api\/courses$/, reply: () => Response.json({ success: true, data: [sampleCourseSummary()] }) },
    // By default the user has no progress yet, and what they do is saved.
    {
      method: 'GET',
      path: /^\/api\/courses\/[^/]+\/progress$/,
      reply: () => Response.json({ tutorials: [], done: 0, total: 3, continue_with: null, checked_sessions: [], sessions_with_checks: [] }),
    },
    {
      method: 'PUT',
      path: /^\/api\/tutorials\/[^/]+\/(progress|video-position)$/,
      reply: () =>
        Response.json({ tutorial_id: 'brief', state: 'started', video_seconds: null, place: null, updated_at: '2026-11-22T12:00:00.000Z' }),
    },
    // By default the user has no notes yet.
    {
      method: 'GET',
      path: /^\/api\/tutorials\/[^/]+\/note$/,
      reply: ({ path }) => Response.json({ tutorial_id: path.split('/')[3], text: '', updated_at: null }),
    },
    // By default the user has not said whether the tutorial worked.
    {
      method: 'GET',
      path: /^\/api\/tutorials\/[^/]+\/answer$/,
      reply: () =>
        Response.json({
          success: true,
          data: { worked: null, text_hash: 'current', text: '', system: null, tool: null, with_name: false },
        }),
    },
    { method: 'GET', path: /^\/api\/notes$/, reply: () => Response.json([]) },
    // By default the user has no plan and no receipts.
    { method: 'GET', path: /^\/api\/payments\/plans$/, reply: () => Response.json([]) },
    { method: 'GET', path: /^\/api\/payments\/receipts$/, reply: () => Response.json({ receipts: [], has_more: false }) },
    // By default the user bought no seats and holds none.
    { method: 'GET', path: /^\/api\/team$/, reply: () => Response.json({ success: true, data: { purchases: [], held: [] } }) },
    // By default there are no withdrawals.
    {
      method: 'GET',
      path: /^\/api\/admin\/withdrawals$/,
      reply: () => Response.json({ success: true, data: { withdrawals: [], next: null } }),
    },
    // By default the user has chosen no emails, and is not asked.
    {
      method: 'GET',
      path: /^\/api\/accounts\/mails$/,
      reply: () => Response.json({ kinds: [], ask: false }),
    },
    // By default the user has no access tokens.
    { method: 'GET', path: /^\/api\/tokens$/, reply: () => Response.json({ tokens: [] }) },
    // By default no finisher has written a review.
    { method: 'GET', path: /^\/api\/public\/reviews$/, reply: () => Response.json({ success: true, data: [] }) },
    // By default the tutorial that a visitor asks for is unknown.
    { method: 'GET', path: /^\/api\/public\/tutorials\/[^/]+$/, reply: () => Response.json({ success: false }, { status: 404 }) },
    // By default the user has no certificate.
    { method: 'GET', path: /^\/api\/certificates$/, reply: () => Response.json([]) },
    // By default an unreachable API stays unreachable.
    { method: 'GET', path: /^\/api\/ready$/, reply: () => Response.json({ status: 'not_ready' }, { status: 503 }) },
  ]
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

  return {
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
}
export type MockApi = ReturnType<typeof mockApi>

function schemaOf(route: Endpoint, status: number): { parse(body: unknown): unknown } {
  const schema: unknown = route.responses[status]
  if (typeof schema === 'object' && schema !== null && 'parse' in schema && typeof schema.parse === 'function') {
    return schema as { parse(body: unknown): unknown }
  }
  throw new Error(`${route.method} ${route.path} has no response ${status}.`)
}
