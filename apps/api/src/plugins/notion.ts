import { Client, LogLevel } from '@notionhq/client'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import PQueue from 'p-queue'
import type { Config } from '../config.ts'

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

/** From sending a request to having its whole answer; the client's own limit ends with the headers. */
const ANSWER_WITHIN_MS = 30_000
/** A hundred blocks of the longest text that Notion allows stay below it. */
const MOST_BYTES = 30 * 1024 * 1024
/** Longer than this nobody waits for a single request; the next run comes anyway. */
const LONGEST_PAUSE_MS = 60_000

const levels = { [LogLevel.DEBUG]: 'trace', [LogLevel.INFO]: 'debug', [LogLevel.WARN]: 'debug', [LogLevel.ERROR]: 'warn' } as const

async function wholeAnswer(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MOST_BYTES) throw new Error(`An answer of Notion is larger than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return new Response(response.status === 204 ? null : Buffer.concat(chunks), { status: response.status, headers: response.headers })
}

function pauseOf(response: Response): number {
  if (response.status !== 429 && response.status !== 529) return 0
  const seconds = Number(response.headers.get('retry-after'))
  return Math.min(LONGEST_PAUSE_MS, (Number.isFinite(seconds) && seconds > 0 ? seconds : 1) * 1000)
}

/**
 * Opens the workspace. The limit counts what goes over the wire (so the client's own repeats as well), over a sliding second;
 * when Notion asks to wait, everything waits.
 */
export function openNotion(
  { token, rootPageId, baseUrl, requestsPerSecond }: NonNullable<Config['notion']>,
  log: FastifyBaseLogger,
  answerWithinMs = ANSWER_WITHIN_MS,
): NotionAccess {
  const closing = new AbortController()
  // A tenth more than a second: what leaves evenly may arrive a little closer together.
  const queue = new PQueue({ intervalCap: requestsPerSecond, interval: 1_100, strict: true })
  let sent = 0
  let pausedUntil = 0

  const pauseFor = (ms: number): void => {
    if (ms === 0 || Date.now() + ms <= pausedUntil) return
    pausedUntil = Date.now() + ms
    queue.pause()
    setTimeout(() => {
      if (Date.now() >= pausedUntil - 5) queue.start()
    }, ms).unref()
  }

  const client = new Client({
    auth: token,
    baseUrl,
    // The client's own clock starts while a request still waits for its turn.
    timeoutMs: 10 * 60_000,
    retry: { maxRetries: 4, initialRetryDelayMs: 500, maxRetryDelayMs: LONGEST_PAUSE_MS },
    logLevel: LogLevel.DEBUG,
    logger: (level, message, facts) => log[levels[level]](withoutBody(facts), `Notion client: ${message}`),
    fetch: ((url, init) =>
      queue.add(
        async () => {
          sent += 1
          const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(answerWithinMs)])
          // The token must not follow a redirect to somewhere else.
          const response = await wholeAnswer(await fetch(url, { ...(init as RequestInit), signal, redirect: 'error' }))
          pauseFor(pauseOf(response))
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

/** What an author wrote does not belong into a log. */
const withoutBody = ({ body: _, ...facts }: Record<string, unknown>): Record<string, unknown> => facts

export const notion = fp<{ config: Config }>(
  async (app, { config }) => {
    const access = config.notion && openNotion(config.notion, app.log)
    app.decorate('notion', access)
    app.addHook('onClose', async () => access?.close())
  },
  { name: 'notion' },
)
