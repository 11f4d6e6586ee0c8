import { Client, LogLevel } from '@notionhq/client'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import PQueue from 'p-queue'
import type { Config } from '../../config.ts'
import { NOTION_VERSION } from './notion-version.ts'

/** Notion through its official client, never asked faster than it allows. */
export type NotionAccess = {
  client: Client
  rootPageId: string
  /** Where its API answers: the one origin that may be on a private network (a local workspace). */
  origin: string
  /** How many requests went out so far, repeats included. */
  requestsSent: () => number
  /** Aborts what is under way and refuses what comes. */
  close: () => void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined without a Notion workspace in the configuration: the content stays what the mirror has. */
    notion: NotionAccess | undefined
  }
}

/** The limit of a whole response, in milliseconds; the client's own limit ends with the headers. */
const RESPONSE_TIMEOUT_MS = 30_000
/** The largest response: a hundred blocks of the longest text stay below it. */
const MOST_BYTES = 30 * 1024 * 1024
/** The longest pause, in milliseconds, that a request waits for. During a longer one every request fails at once. */
const LONGEST_WAIT_MS = 60_000

const levels = { [LogLevel.DEBUG]: 'trace', [LogLevel.INFO]: 'debug', [LogLevel.WARN]: 'debug', [LogLevel.ERROR]: 'warn' } as const

async function bufferedResponse(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MOST_BYTES) throw new Error(`An answer of Notion is larger than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return new Response(response.status === 204 ? null : Buffer.concat(chunks), { status: response.status, headers: response.headers })
}

/** Returns how long Notion asks to wait, in milliseconds: `Retry-After` is a number of seconds or a date. */
function requestedPause(response: Response): number {
  if (response.status !== 429 && response.status !== 529) return 0
  const retryAfter = response.headers.get('retry-after') ?? ''
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return Number.isFinite(ms) && ms > 0 ? ms : 1000
}

/** Notion asked for a pause that is too long to wait for. */
export class NotionPaused extends Error {
  override name = 'NotionPaused'

  constructor(until: number) {
    // A date beyond what JavaScript can hold reads as the last one that it can.
    const time = new Date(Math.min(until, 8.64e15)).toISOString()
    super(`Notion allows no requests until ${time}, because it received too many. The next sync after that time continues.`)
  }
}

/**
 * Opens the workspace. The limit counts what goes over the wire (so the client's own repeats as well), over a sliding second.
 * When Notion asks to wait, every request waits. When the pause is long, every request fails with `NotionPaused` until it is over.
 */
export function openNotion(
  { token, rootPageId, baseUrl, requestsPerSecond }: NonNullable<Config['notion']>,
  log: FastifyBaseLogger,
  responseTimeoutMs = RESPONSE_TIMEOUT_MS,
): NotionAccess {
  const closing = new AbortController()
  // A tenth more than a second: what leaves evenly may arrive a little closer together.
  const queue = new PQueue({ intervalCap: requestsPerSecond, interval: 1_100, strict: true })
  let sent = 0
  let pausedUntil = 0

  const throwIfPausedForLong = (): void => {
    if (pausedUntil - Date.now() > LONGEST_WAIT_MS) throw new NotionPaused(pausedUntil)
  }

  const pauseFor = (ms: number): void => {
    if (ms === 0 || Date.now() + ms <= pausedUntil) return
    pausedUntil = Date.now() + ms
    // The queue keeps running, so that the requests in it fail at once.
    if (ms > LONGEST_WAIT_MS) return
    queue.pause()
    setTimeout(() => {
      if (Date.now() >= pausedUntil - 5) queue.start()
    }, ms).unref()
  }

  const client = new Client({
    auth: token,
    baseUrl,
    notionVersion: NOTION_VERSION,
    // The client's own clock starts while a request still waits for its turn.
    timeoutMs: 10 * 60_000,
    retry: { maxRetries: 4, initialRetryDelayMs: 500, maxRetryDelayMs: LONGEST_WAIT_MS },
    logLevel: LogLevel.DEBUG,
    logger: (level, message, facts) => log[levels[level]](withoutBody(facts), `Notion client: ${message}`),
    fetch: ((url, init) =>
      queue.add(
        async () => {
          throwIfPausedForLong()
          sent += 1
          const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(responseTimeoutMs)])
          // The token must not follow a redirect to somewhere else.
          const response = await bufferedResponse(await fetch(url, { ...(init as RequestInit), signal, redirect: 'error' }))
          pauseFor(requestedPause(response))
          throwIfPausedForLong()
          return response
        },
        { signal: closing.signal },
      )) as ClientFetch,
  })

  return {
    client,
    rootPageId,
    origin: new URL(baseUrl).origin,
    requestsSent: () => sent,
    close: () => {
      closing.abort(new Error('the API is closing'))
      queue.clear()
    },
  }
}

/** The client wants only what every kind of fetch has; browsers' types say the same in words that do not fit. */
type ClientFetch = NonNullable<NonNullable<ConstructorParameters<typeof Client>[0]>['fetch']>

/** Author texts must not be logged. */
const withoutBody = ({ body: _, ...facts }: Record<string, unknown>): Record<string, unknown> => facts

export const notion = fp<{ config: Config }>(
  async (app, { config }) => {
    const access = config.notion && openNotion(config.notion, app.log)
    app.decorate('notion', access)
    app.addHook('onClose', async () => access?.close())
  },
  { name: 'notion' },
)
