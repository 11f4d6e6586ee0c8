import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '../config.ts'

/** A request that takes longer is worth a line of its own. */
const SLOW_MS = 1_000

const HIDDEN = '[hidden]'

const secretNames = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'apikey',
  'email',
])

/** Takes what looks like a token, an e-mail address or the password of an address out of a text. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN)
    .replace(/\b(bearer\s+)\S+/gi, `$1${HIDDEN}`)
    .replace(/\/\/[^\s/@]{1,200}@/g, `//${HIDDEN}@`)
    // Of bounded length, so that a long line costs no more than its length; versions in paths (name@1.2.3) stay readable.
    .replace(/[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,}/gu, HIDDEN)

/** What of an error may be written down: never the values of a failed query, which are people's data. */
export function describeError(error: unknown): { type: string; message: string; stack: string; [key: string]: unknown } {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)), stack: '' }
  const { code, table_name, constraint_name, query } = error as unknown as Record<string, unknown>
  return {
    type: error.constructor.name,
    message: withoutSecrets(
      typeof query === 'string' && error.message.startsWith('Failed query') ? `Failed query: ${query}` : error.message,
    ),
    // The stack repeats the message at its head; only the frames are of use.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(code === undefined ? {} : { code }),
    ...(table_name === undefined ? {} : { table: table_name }),
    ...(constraint_name === undefined ? {} : { constraint: constraint_name }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** A copy without the values of fields whose names say that they are secret, however deep they are. */
function hideSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || depth > 5) return value
  if (Array.isArray(value)) return value.map((entry) => hideSecrets(entry, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, secretNames.has(name.toLowerCase()) ? HIDDEN : hideSecrets(entry, depth + 1)]),
  )
}

/**
 * Structured logs without secrets, one JSON object a line on standard output, or on the given stream. Secrets are taken
 * out when a line is written: pino's own redaction also works on the logger of every request, which took longer than its answer.
 */
export function loggerOptions(config: Config, stream?: { write(line: string): void }) {
  return {
    level: config.logLevel,
    formatters: { log: (fields: object) => hideSecrets(fields) as Record<string, unknown> },
    hooks: { streamWrite: withoutSecrets },
    serializers: {
      err: describeError,
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?', 1)[0] }),
    },
    ...(stream ? { stream } : {}),
  }
}

/** Writes completed requests: all at level debug, slow ones as a warning. A line for each would cost a fifth of the speed. */
export class RequestLog extends LogController {
  readonly #every: boolean

  constructor(config: Config) {
    super({ requestIdLogLabel: 'request_id' })
    this.#every = config.logLevel === 'debug' || config.logLevel === 'trace'
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const slow = reply.elapsedTime > SLOW_MS
    if (!this.#every && !slow) return
    const facts = { method: request.method, route: request.routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (error) request.log.debug({ ...facts, err: error }, 'the answer did not get through')
    else if (slow) request.log.warn(facts, 'slow request')
    else request.log.debug(facts, 'request completed')
  }
}
