const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 30_000
/** A minute, because a proxy in front of this server buffers megabytes for a slow client and then pauses. */
const IDLE_TIMEOUT_MS = 60_000
/** The time that the proxy adds to the API's own time limit, so that it can forward the API's error response. */
const UPSTREAM_MARGIN_MS = 10_000

/** The time limits of the web server, in milliseconds. A download may take any time, as long as its bytes keep moving. */
export type Limits = ReturnType<typeof limitsFor>

/** Returns the limits for an API that responds within REQUEST_TIMEOUT_SECONDS (default 15, as in the API). */
export function limitsFor(requestTimeoutSeconds = 15) {
  const upstreamMs = requestTimeoutSeconds * 1000 + UPSTREAM_MARGIN_MS
  return {
    /** For the headers of a request to arrive. */
    headersMs: HEADERS_TIMEOUT_MS,
    /** For a whole request to arrive. */
    requestMs: REQUEST_TIMEOUT_MS,
    /** For the upstream to begin its response, and between two parts of it. */
    upstreamMs,
    /**
     * For a client's connection without any bytes. A connection that is sending a response is checked twice before it is closed.
     * Longer than the upstream's limit, because a client that waits for a response receives nothing meanwhile.
     */
    idleMs: Math.max(IDLE_TIMEOUT_MS, upstreamMs + UPSTREAM_MARGIN_MS),
    /** Between two checks of incomplete requests. */
    checkIntervalMs: 2_000,
  }
}
