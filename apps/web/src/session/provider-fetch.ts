/** Timeout of a call. The library itself has none. */
const TIMEOUT_MS = 30_000

/** Statuses that mean that the refresh token is invalid and the session has ended. */
const ENDS_SESSION = new Set([400, 401, 403])

/**
 * Sends the calls of the auth client and rewrites what the client misreads, or what says nothing to users:
 * - A refresh that fails for another reason than an invalid token (429, a gateway's page, a refused API key) becomes a 503. The client
 *   drops the session on every status that it does not treat as an outage.
 * - A page instead of JSON, as a hotel's network sends it, becomes a 502.
 * - An outage, or an error without a message, gets an empty message, so that screens show their own text: what a failing provider says, such as
 *   "check server logs", is for operators.
 */
export async function providerFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.status === 204 || (response.ok && response.headers.get('content-type')?.includes('json'))) return response
  const body = parseObject(await response.text())
  const refusesToken = ENDS_SESSION.has(response.status) && body !== undefined && isFromProvider(body)
  const status = response.ok ? 502 : isRefresh(input) && !refusesToken ? 503 : response.status
  return new Response(JSON.stringify(status < 500 ? withMessage(body ?? {}) : { message: '' }), { status, headers: response.headers })
}

const isRefresh = (input: RequestInfo | URL): boolean => String(input).includes('grant_type=refresh_token')

/**
 * Whether the provider itself refused the call: its errors name a code. The gateway in front of it answers `{ message, hint }` with 401
 * when it refuses the API key (https://supabase.com/docs/guides/getting-started/migrating-to-new-api-keys), which says nothing about
 * the token.
 */
const isFromProvider = (body: object): boolean => ['code', 'error_code', 'error'].some((name) => name in body)

/** Parses the JSON object of a response; returns undefined for a gateway's error page. */
function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Adds an empty message where none is: the client would show the whole object, such as `{}`. */
const withMessage = (body: object): object =>
  ['msg', 'message', 'error_description', 'error'].some((name) => typeof Reflect.get(body, name) === 'string')
    ? body
    : { ...body, message: '' }
