import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '../config.ts'

/** The time, in milliseconds, after which a request is logged as a warning. */
const SLOW_MS = 1_000

const HIDDEN = '[hidden]'

/** Top-level fields of log lines whose values are hidden. Nested values lose only texts that look like secrets. */
const SECRET_FIELDS = ['authorization', 'cookie', '["set-cookie"]', 'password', 'token', 'access_token', 'refresh_token', 'apikey', 'email']

/** Removes texts that look like a token, an email address or the password of a URL, and the query strings of quoted paths. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN)
    .replace(/\bvca_\w{5,}/g, HIDDEN)
    .replace(/\b(bearer\s+)\S+/gi, `$1${HIDDEN}`)
    .replace(/\/\/[^\s/@]{1,200}@/g, `//${HIDDEN}@`)
    // Fastify's warnings quote the whole URL of a request
    .replace(/("\/[^\s"?\\]*)\?[^\s"\\]*/g, '$1')
    // bounded lengths keep the time linear; versions in paths (name@1.2.3) stay readable
    .replace(/[\p{L}\p{N}._%+'!#$&*?^~-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,}/gu, HIDDEN)

/** Returns the parts of an error that may be logged: never the values of a failed query, which are personal data. */
export function describeError(error: unknown): { type: string; message: string; stack: string; [key: string]: unknown } {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)), stack: '' }
  const { code, table_name, constraint_name, query } = error as unknown as Record<string, unknown>
  return {
    type: error.constructor.name,
    message: withoutSecrets(
      typeof query === 'string' && error.message.startsWith('Failed query') ? `Failed query: ${query}` : error.message,
    ),
    // the stack begins with the message, so keep only its frames
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

/**
 * Returns options for structured logs without secrets: one JSON object a line on standard output, or on the given stream. pino hides whole
 * fields (`*.email` would cost each request 4 µs, a sixth of its time); every line then loses texts that look like secrets.
 */
export function loggerOptions(config: Config, stream?: { write(line: string): void }) {
  return {
    level: config.logLevel,
    redact: { paths: SECRET_FIELDS, censor: HIDDEN },
    hooks: { streamWrite: withoutSecrets },
    serializers: {
      err: describeError,
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?', 1)[0] }),
    },
    ...(stream ? { stream } : {}),
  }
}

/** Logs completed requests: all of them at level debug, slow ones as warnings. A line for each would cost a fifth of the speed. */
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
    if (error) request.log.debug({ ...facts, err: error }, 'failed to send a response')
    else if (slow) request.log.warn(facts, 'slow request')
    else request.log.debug(facts, 'request completed')
  }
}
