import { isPlainTextUrl } from '@academy/contract/local-hosts'
import type { AcademyClient, CallOptions } from './academy-client.ts'
import { AcademyError, TimeoutError } from './errors.ts'
import { type Route, routes } from './routes.ts'
import { type OutgoingRequest, sendRequest } from './send-request.ts'
import { unlessAborted } from './unless-aborted.ts'

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_RETRIES = 2

export type ClientOptions = {
  /** The URL of the academy, for example `https://academy.example`. */
  baseUrl: string
  /** A personal access token, or a function that returns one for each call. Public endpoints need none. */
  token?: string | (() => string | Promise<string>) | undefined
  /** Limits each call, with its retries, in milliseconds. 30 seconds by default. */
  timeoutMs?: number | undefined
  /** Maximum number of retries of a read after temporary failures. 2 by default. */
  retries?: number | undefined
  /** Aborts all calls of the client. */
  signal?: AbortSignal | undefined
  /** Headers of every request. */
  headers?: Record<string, string> | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined
}

/** The input of an endpoint. The API validates it. */
type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/**
 * Creates a client of the academy at `baseUrl`: `await client.prompts.list()`. Calls return the body of the response. They throw `AcademyError`
 * if the API refuses the call, `NetworkError`, `TimeoutError`, or the reason of an aborted signal.
 */
export function createClient(options: ClientOptions): AcademyClient {
  const send = createSender(options)
  const groups = Object.entries(routes).map(([group, endpoints]) => {
    const calls = Object.entries(endpoints).map(([name, route]) => [
      name,
      (input?: Input, callOptions?: CallOptions) => send(`${group}.${name}`, route, input, callOptions),
    ])
    return [group, Object.fromEntries(calls)]
  })
  return Object.fromEntries(groups) as AcademyClient
}

function createSender({ baseUrl, token, signal, headers = {}, ...options }: ClientOptions) {
  const base = validateBaseUrl(baseUrl)

  return async function send(name: string, route: Route, input: Input = {}, callOptions: CallOptions = {}): Promise<unknown> {
    const timeoutMs = callOptions.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS
    const timeout = AbortSignal.timeout(timeoutMs)
    const abortSignals = [signal, callOptions.signal].filter((abortSignal) => abortSignal !== undefined)
    const anySignal = AbortSignal.any([...abortSignals, timeout])
    const sendOptions = {
      fetch: options.fetch ?? globalThis.fetch,
      retries: options.retries ?? DEFAULT_RETRIES,
      signal: anySignal,
      deadline: performance.now() + timeoutMs,
      onResponse: callOptions.onResponse,
    }
    try {
      const request = buildRequest(base, route, input, { ...headers, ...callOptions.headers })
      if (!route.isPublic) request.headers.authorization = `Bearer ${await unlessAborted(resolveToken(name, token), anySignal)}`
      return await sendRequest(request, sendOptions)
    } catch (error) {
      for (const abortSignal of abortSignals) abortSignal.throwIfAborted()
      if (!timeout.aborted) throw error
      throw new TimeoutError(`${name}: ${new URL(base).origin} did not answer within ${timeoutMs / 1000} seconds.`, { cause: error })
    }
  }
}

/** Returns the URL without a trailing slash. Throws a TypeError for an invalid one. */
function validateBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new TypeError(`baseUrl must be the address of an academy, such as https://academy.example, not "${baseUrl}".`)
  }
  if (isPlainTextUrl(baseUrl)) throw new TypeError(`baseUrl must begin with https://, because requests carry the token: "${baseUrl}".`)
  return url.href.replace(/\/+$/, '')
}

async function resolveToken(name: string, token: ClientOptions['token']): Promise<string> {
  const value = typeof token === 'function' ? await token() : token
  if (value) return value
  throw new AcademyError({
    status: 401,
    code: 'unauthenticated',
    message: `${name} needs a token. Create one in the academy under Settings, Access tokens.`,
  })
}

function buildRequest(
  base: string,
  route: Route,
  { params = {}, query = {}, body }: Input,
  headers: Record<string, string>,
): OutgoingRequest {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(paramOf(params, name)))
  const search = new URLSearchParams(definedEntries(query))
  const isJson = body !== undefined
  return {
    url: `${base}${path}${search.size > 0 ? `?${search}` : ''}`,
    method: route.method,
    shape: route.response,
    headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(isJson && { body: JSON.stringify(body) }),
  }
}

const definedEntries = (query: Record<string, unknown>): [string, string][] =>
  Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))

/** Throws for a missing or empty parameter, because the path would be that of another endpoint. */
function paramOf(params: Record<string, string>, name: string): string {
  const value = params[name]
  // `.` and `..` cannot be escaped in a path
  if (value && !/^\.{1,2}$/.test(value)) return value
  throw new TypeError(`params.${name} must be an id.`)
}
