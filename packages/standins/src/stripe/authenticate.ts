import type { FastifyReply, FastifyRequest } from 'fastify'
import { STRIPE_VERSION, type StripeIdentity, secretKeyOf } from './identity.ts'
import { StripeError } from './stripe-error.ts'

// the key is a bearer token, or the user name of Basic authentication
function apiKeyOf(header: string | undefined): string {
  const [scheme = '', value = ''] = (header ?? '').split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0] ?? ''
  return ''
}

const maskKey = (key: string) => (key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}` : key)

function requireKey(request: FastifyRequest, reply: FastifyReply, expected: string) {
  const key = apiKeyOf(request.headers.authorization)
  if (key === expected) return
  reply.header('www-authenticate', 'Basic realm="Stripe"')
  if (key !== '') throw new StripeError(`Invalid API Key provided: ${maskKey(key)}`, { status: 401 })
  throw new StripeError(
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    { status: 401 },
  )
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
