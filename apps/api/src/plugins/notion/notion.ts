import { Client, isNotionClientError, LogLevel } from '@notionhq/client'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import PQueue from 'p-queue'
import type { Config } from '../../config.ts'
import { NOTION_VERSION } from './notion-version.ts'

/** Access to the workspace: Notion's official client, which stays within Notion's rate limit. */
export type NotionAccess = ReturnType<typeof openNotion>

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined without a Notion workspace in the configuration: the mirror keeps its content. */
    notion: NotionAccess | undefined
  }
}

/** The time limit of a whole response, in milliseconds; the client's own time limit covers only the headers. */
const RESPONSE_TIMEOUT_MS = 30_000
/** The maximum size of a response: a hundred blocks of the longest text stay below it. */
const MAX_RESPONSE_BYTES = 30 * 1024 * 1024
/** The longest pause, in milliseconds, that a request waits for. During a longer one every request fails at once. */
const MAX_WAIT_MS = 60_000

const logLevels = { [LogLevel.DEBUG]: 'trace', [LogLevel.INFO]: 'debug', [LogLevel.WARN]: 'debug', [LogLevel.ERROR]: 'warn' } as const

/** Reads the whole body of a response, up to a maximum size. */
async function bufferResponse(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MAX_RESPONSE_BYTES) throw new Error(`A response of Notion is larger than ${MAX_RESPONSE_BYTES} bytes`)
    chunks.push(chunk)
  }
  return new Response(response.status === 204 ? null : Buffer.concat(chunks), { status: response.status, headers: response.headers })
}

/** Returns the pause that Notion requests, in milliseconds; 0 for none. `Retry-After` is a number of seconds or a date. */
function requestedPause(response: Response): number {
  if (response.status !== 429 && response.status !== 529) return 0
  const retryAfter = response.headers.get('retry-after') ?? ''
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return Number.isFinite(ms) && ms > 0 ? ms : 1000
}

/** Notion did not answer a request. */
class NotionUnreachable extends Error {
  override name = 'NotionUnreachable'
}

/** Notion requested a pause that is too long to wait for. */
class NotionPaused extends NotionUnreachable {
  override name = 'NotionPaused'

  /** @param until the end of the pause, in milliseconds since 1970. */
  constructor(until: number) {
    // The latest date that JavaScript can represent.
    const time = new Date(Math.min(until, 8.64e15)).toISOString()
    super(`Notion allows no requests until ${time}, because it received too many. The next sync after that time continues.`)
  }
}

/** Returns whether an error says that Notion did not answer, or refused the request. */
export const isNotionFailure = (error: unknown): boolean => error instanceof NotionUnreachable || isNotionClientError(error)

/** Throws an error of a request as one that names Notion. */
function throwUnreachable(error: unknown): never {
  if (error instanceof NotionUnreachable) throw error
  throw new NotionUnreachable(error instanceof Error ? error.message : String(error), { cause: error })
}

/**
 * Returns the access to the workspace. The rate limit counts all requests within a sliding second, including the client's own retries. When Notion
 * requests a pause, every request waits. During a pause of more than a minute, every request fails with `NotionPaused`.
 */
export function openNotion(
  { token, rootPageId, baseUrl, requestsPerSecond }: NonNullable<Config['notion']>,
  log: FastifyBaseLogger,
  responseTimeoutMs = RESPONSE_TIMEOUT_MS,
) {
  const closing = new AbortController()
  // A tenth more than a second, because requests may arrive at shorter intervals than they were sent.
  const queue = new PQueue({ intervalCap: requestsPerSecond, interval: 1_100, strict: true })
  let sent = 0
  let pausedUntil = 0
  let longPauseUntil = 0

  const throwIfPausedForLong = (): void => {
    if (Date.now() < longPauseUntil) throw new NotionPaused(longPauseUntil)
  }

  const pauseFor = (ms: number): void => {
    if (ms === 0 || Date.now() + ms <= pausedUntil) return
    pausedUntil = Date.now() + ms
    if (ms > MAX_WAIT_MS) {
      longPauseUntil = pausedUntil
      // Ends a shorter pause, so that the requests in the queue fail at once.
      queue.start()
      return
    }
    queue.pause()
    setTimeout(() => {
      // Not during a longer pause that began meanwhile. A timer may fire a few milliseconds early.
      if (Date.now() >= pausedUntil - 5) queue.start()
    }, ms).unref()
  }

  const client = new Client({
    auth: token,
    baseUrl,
    notionVersion: NOTION_VERSION,
    // Longer than any wait in the queue, because the client's own timer starts when a request enters it.
    timeoutMs: 10 * 60_000,
    retry: { maxRetries: 4, initialRetryDelayMs: 500, maxRetryDelayMs: MAX_WAIT_MS },
    logLevel: LogLevel.DEBUG,
    logger: (level, message, details) => log[logLevels[level]](withoutBody(details), `Notion client: ${message}`),
    fetch: ((url, init) =>
      queue
        .add(
          async () => {
            throwIfPausedForLong()
            sent += 1
            const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(responseTimeoutMs)])
            // A redirect must not send the token to another host.
            const response = await bufferResponse(await fetch(url, { ...(init as RequestInit), signal, redirect: 'error' }))
            pauseFor(requestedPause(response))
            throwIfPausedForLong()
            return response
          },
          { signal: closing.signal },
        )
        .catch(throwUnreachable)) as ClientFetch,
  })

  return {
    client,
    rootPageId,
    /** The origin of its API: the only one that may be on a private network (a local workspace). */
    origin: new URL(baseUrl).origin,
    /** Returns the number of requests sent so far, with retries. */
    requestsSent: () => sent,
    /** Aborts running requests and rejects later ones. */
    close: () => {
      closing.abort(new Error('the API is closing'))
      queue.clear()
    },
  }
}

/** The client's type of fetch, which differs from the types of Node. */
type ClientFetch = NonNullable<NonNullable<ConstructorParameters<typeof Client>[0]>['fetch']>

/** Removes the body of a response, because texts of authors must not be logged. */
const withoutBody = ({ body: _, ...details }: Record<string, unknown>): Record<string, unknown> => details

export const notion = fp(
  async (app) => {
    const access = app.config.notion && openNotion(app.config.notion, app.log)
    app.decorate('notion', access)
    app.addHook('onClose', async () => access?.close())
  },
  { name: 'notion' },
)
