let last: string | undefined

/** Remembers the id under which the server's logs know the newest call. */
export function noteRequest(headers: Headers): void {
  last = headers.get('x-request-id') ?? last
}

/** What support can look up when something broke; undefined before the first answer. */
export const lastRequestId = (): string | undefined => last
