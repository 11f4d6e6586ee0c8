import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Registry } from 'prom-client'

/** The requests to the auth service that send a mail. The link in the mail is what a user signs up, or signs in again, with. */
const MAILING_REQUESTS = [
  ['POST', 'signup'],
  ['POST', 'resend'],
  ['POST', 'recover'],
  ['POST', 'otp'],
  ['POST', 'magiclink'],
  ['POST', 'invite'],
  ['PUT', 'user'],
] as const

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Counts failed requests for mails below `/auth/v1`, and serves the number at /metrics in Prometheus' format. The auth service responds with 500 or
 * 504 if its mail server refuses a mail or is silent. Without a token there are no metrics: proxies on this machine look like this machine.
 */
export function serveMetrics(app: FastifyInstance, token: string | undefined): void {
  if (token === undefined) return
  const registry = new Registry()
  const failures = new Counter({
    name: 'auth_mail_requests_failed_total',
    help: 'Sign-ups, password resets and other requests for a mail that failed',
    labelNames: ['endpoint'],
    registers: [registry],
  })
  // Prometheus sees no increase in a series that begins with its first failure.
  for (const [, endpoint] of MAILING_REQUESTS) failures.inc({ endpoint }, 0)
  app.addHook('onResponse', (request, reply, done) => {
    const endpoint = reply.statusCode >= 500 ? mailingEndpoint(request) : undefined
    if (endpoint !== undefined) failures.inc({ endpoint })
    done()
  })
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const mailingEndpoint = ({ method, url }: FastifyRequest): string | undefined =>
  MAILING_REQUESTS.find(([itsMethod, endpoint]) => method === itsMethod && url.split('?', 1)[0] === `/auth/v1/${endpoint}`)?.[1]
