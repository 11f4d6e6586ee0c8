import fp from 'fastify-plugin'
import Stripe from 'stripe'
import type { Config } from '../config.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined without a Stripe account in the configuration: nothing can be bought. */
    stripe: Stripe | undefined
  }
}

/** The version that the installed SDK's types describe, regardless of the account's default. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

/** The time limit, in milliseconds, of one request; the SDK retries where that is safe. */
const RESPONSE_TIMEOUT_MS = 5_000
const MAX_RETRIES = 2

/** Opens Stripe's official client. A local stand-in differs from Stripe only in its URL. */
export function openStripe({ secretKey, baseUrl }: Pick<NonNullable<Config['stripe']>, 'secretKey' | 'baseUrl'>): Stripe {
  const { hostname, port, protocol } = new URL(baseUrl)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    timeout: RESPONSE_TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    appInfo: { name: 'academy' },
  })
}

export const stripe = fp(
  async (app) => {
    if (!app.config.stripe) app.log.debug('no Stripe account is configured: nothing can be bought')
    app.decorate('stripe', app.config.stripe && openStripe(app.config.stripe))
  },
  { name: 'stripe' },
)
