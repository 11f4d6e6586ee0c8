import type { FastifyReply, FastifyRequest } from 'fastify'
import { STRIPE_VERSION, type StripeIdentity, secretKeyOf } from './identity.ts'
import { StripeError } from './stripe-error.ts'

function requireKey(request: FastifyRequest, reply: FastifyReply, expected: string) {
  const [, key = ''] = /^Bearer (.*)$/i.exec(request.headers.authorization ?? '') ?? []
  if (key === expected) return
  reply.header('www-authenticate', 'Basic realm="Stripe"')
  throw new StripeError(key === '' ? 'You did not provide an API key.' : 'Invalid API Key provided', { status: 401 })
}

function requireVersion(request: FastifyRequest, reply: FastifyReply) {
  const version = request.headers['stripe-version']
  reply.header('stripe-version', STRIPE_VERSION)
  if (version === undefined || version === STRIPE_VERSION) return
  throw new StripeError(`Invalid Stripe API version: ${String(version)}. The stand-in supports only ${STRIPE_VERSION}.`)
}

/** Refuses requests without the account's key, or for another API version, before the body is read. */
export const authenticate =
  (identity: StripeIdentity) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    requireKey(request, reply, secretKeyOf(identity))
    requireVersion(request, reply)
  }
