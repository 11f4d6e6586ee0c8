/** Responses to the requests that the head of the page sent before the app had arrived (build/head-script.ts). */
type FirstResponses = {
  /** The session token that they were sent with. */
  token: string
  byUrl: Map<string, Promise<Response>>
}

declare global {
  interface Window {
    firstResponses?: FirstResponses
  }
}

/** The age of the page at which unused responses are out of date. */
const MAX_AGE_MS = 15_000

/**
 * Returns the response to a request that the head of the page sent already, or undefined. Each is returned once. A write and another token
 * discard all of them: what they hold may be out of date or another user's.
 */
export function takeFirstResponse(call: { method: string; path: string }, token: string): Promise<Response> | undefined {
  const first = window.firstResponses
  if (!first) return undefined
  if (call.method !== 'GET' || token !== first.token || performance.now() > MAX_AGE_MS) {
    delete window.firstResponses
    return undefined
  }
  const response = first.byUrl.get(call.path)
  first.byUrl.delete(call.path)
  return response
}
