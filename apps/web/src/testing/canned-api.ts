import { expect, vi } from 'vitest'

export type CannedRequest = {
  method: string
  path: string
  search: URLSearchParams
  headers: Headers
  token: string | null
  body: unknown
}
type Answer = { method: string; path: RegExp; reply: (request: CannedRequest) => Response | Promise<Response> }
/** What of a contract endpoint is needed here; the import law keeps ts-rest itself in `api/`. */
type Endpoint = { method: string; path: string; responses: Readonly<Record<number, unknown>> }
type Options = {
  /** Only for the endpoint with these ids. */
  params?: Record<string, string>
  /** Answers when this settles. */
  after?: Promise<unknown>
}

/**
 * Stands where the network is: answers contract endpoints with canned replies, each parsed by the contract's own schema for
 * its status, so that no test lives on an answer the API could not give. What was not canned is refused and fails the test.
 */
export function cannedApi() {
  // Whoever asks is in Germany, unless a test says otherwise.
  const answers: Answer[] = [
    { method: 'GET', path: /^\/api\/geo$/, reply: () => Response.json({ country: 'DE' }) },
    // Asked after a call met nobody: what is away stays away, unless a test says otherwise.
    { method: 'GET', path: /^\/api\/ready$/, reply: () => Response.json({ status: 'not_ready' }, { status: 503 }) },
  ]
  const requests: CannedRequest[] = []
  const unexpected: string[] = []

  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input, 'http://academy.test')
    const headers = new Headers(init.headers)
    const request: CannedRequest = {
      method: init.method ?? 'GET',
      path: pathname,
      search: searchParams,
      headers,
      token: headers.get('authorization'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    requests.push(request)
    const answer = answers.findLast(({ method, path }) => method === request.method && path.test(pathname))
    if (!answer) unexpected.push(`${request.method} ${pathname}`)
    const reply = answer ? await answer.reply(request) : Response.json({}, { status: 599 })
    init.signal?.throwIfAborted()
    return reply
  })

  const answerWith = (route: Endpoint, { params = {} }: Options, reply: Answer['reply']) => {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '[^/]+')
    answers.push({ method: route.method, path: new RegExp(`^${path}$`), reply })
  }

  return {
    requests,
    /** Answers an endpoint from now on. Later answers win. */
    reply(route: Endpoint, status: number, body: unknown, options: Options = {}) {
      schemaOf(route, status).parse(body)
      answerWith(route, options, async () => {
        await options.after
        return Response.json(body, { status })
      })
    },
    /** An answer that the contract does not know, as a broken or older server might give it. */
    replyOutsideTheContract(route: Endpoint, status: number, body: unknown) {
      answerWith(route, {}, () => Response.json(body, { status }))
    },
    /** Refuses an endpoint with the API's error body. */
    refuse(route: Endpoint, status: number, code: string, message: string, options: Options & { fields?: Record<string, string> } = {}) {
      const body = { success: false, error: message, message, code, ...(options.fields && { fields: options.fields }) }
      this.reply(route, status, body, options)
    },
    /** The connection breaks whenever this endpoint is called. */
    breakConnection(route: Endpoint) {
      answerWith(route, {}, () => Promise.reject(new TypeError('Failed to fetch')))
    },
    /** Answers something that is no endpoint of the contract: the auth provider. */
    on(method: string, path: string, reply: Answer['reply']) {
      answers.push({ method, path: new RegExp(`^${path}$`), reply })
    },
    count: (method: string, path: string) => requests.filter((request) => request.method === method && request.path === path).length,
    expectNothingElse: () => expect(unexpected).toEqual([]),
  }
}
export type CannedApi = ReturnType<typeof cannedApi>

function schemaOf(route: Endpoint, status: number): { parse(body: unknown): unknown } {
  const schema: unknown = route.responses[status]
  if (typeof schema === 'object' && schema !== null && 'parse' in schema && typeof schema.parse === 'function') {
    return schema as { parse(body: unknown): unknown }
  }
  throw new Error(`${route.method} ${route.path} never answers ${status}.`)
}
