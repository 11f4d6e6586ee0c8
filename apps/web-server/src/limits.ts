const SLOWEST_HEADERS_MS = 15_000
const SLOWEST_REQUEST_MS = 30_000
/** A proxy in front takes megabytes ahead of a slow reader, and then nothing for long. */
const STANDING_STILL_MS = 60_000
/** The API responds by itself when its time limit ends; the proxy waits a little longer, to pass that response on. */
const LONGER_THAN_THE_API_MS = 10_000

/** How patient the web server is, in milliseconds. Nothing limits a whole download: only that something moves in it. */
export type Limits = {
  /** Until the headers of a request are here. */
  headersMs: number
  /** Until all of a request is here. */
  requestMs: number
  /** Until who is asked in the caller's place begins to answer, and between two parts of the answer. */
  upstreamMs: number
  /** While nothing moves on a caller's connection; one with an answer on its way is looked at twice. */
  idleMs: number
  /** Between two looks at requests that are not here yet. */
  lookEveryMs: number
}

/** The limits in front of an API that answers each request within so many seconds (REQUEST_TIMEOUT_SECONDS; by default 15, as there). */
export function limitsFor(requestTimeoutSeconds = 15): Limits {
  const upstreamMs = requestTimeoutSeconds * 1000 + LONGER_THAN_THE_API_MS
  return {
    headersMs: SLOWEST_HEADERS_MS,
    requestMs: SLOWEST_REQUEST_MS,
    upstreamMs,
    // Who waits for an answer hears nothing meanwhile.
    idleMs: Math.max(STANDING_STILL_MS, upstreamMs + LONGER_THAN_THE_API_MS),
    lookEveryMs: 2_000,
  }
}
