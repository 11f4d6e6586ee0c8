/** The response to a request, with its time in milliseconds. Status 0 means that no response arrived; then `body` is the error. */
export type TimedResponse = { status: number; headers: Headers; body: string; ms: number }

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: object | undefined }

const TIMEOUT_MS = 60_000

/** Sends one request, with `body` as JSON. Never throws; an unreachable server has status 0. */
export async function sendRequest(url: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<TimedResponse> {
  const startedAt = performance.now()
  const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
  try {
    const response = await fetch(url, { method, headers, ...json, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text, ms: performance.now() - startedAt }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: 0, headers: new Headers(), body: String(cause ?? message), ms: performance.now() - startedAt }
  }
}
