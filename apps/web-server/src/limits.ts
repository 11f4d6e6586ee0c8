const SLOWEST_HEADERS_MS = 15_000
const SLOWEST_REQUEST_MS = 30_000
/** In milliseconds. Long, because a proxy in front buffers megabytes for a slow reader and then pauses. */
const STANDING_STILL_MS = 60_000
/** How much longer than the API's own time limit the proxy waits, to pass on the API's error response. */
const LONGER_THAN_THE_API_MS = 10_000

/** The time limits of the web server, in milliseconds. A download may take any time, as long as its bytes keep moving. */
export type Limits = {
  /** For the headers of a request to arrive. */
  headersMs: number
  /** For a whole request to arrive. */
  requestMs: number
  /** For the upstream to begin its response, and between two parts of it. */
  upstreamMs: number
  /** For a client's connection without any bytes. A connection with a response under way is checked twice before it is closed. */
  idleMs: number
  /** Between two checks of incomplete requests. */
  lookEveryMs: number
}

/** Returns the limits for an API that responds within REQUEST_TIMEOUT_SECONDS (default 15, as in the API). */
export function limitsFor(requestTimeoutSeconds = 15): Limits {
  const upstreamMs = requestTimeoutSeconds * 1000 + LONGER_THAN_THE_API_MS
  return {
    headersMs: SLOWEST_HEADERS_MS,
    requestMs: SLOWEST_REQUEST_MS,
    upstreamMs,
    // a client that waits for a response receives nothing meanwhile
    idleMs: Math.max(STANDING_STILL_MS, upstreamMs + LONGER_THAN_THE_API_MS),
    lookEveryMs: 2_000,
  }
}
