let lastId: string | undefined

/** Records the `x-request-id` of a response, the id of the request in the server's logs. */
export function recordRequestId(headers: Headers): void {
  lastId = headers.get('x-request-id') ?? lastId
}

/** Returns the id of the latest request, for support; undefined before the first response. */
export const lastRequestId = (): string | undefined => lastId
