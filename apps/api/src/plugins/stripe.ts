import fp from 'fastify-plugin'
import Stripe from 'stripe'
import type { Config } from '../config.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined without a Stripe account in the configuration: nothing can be bought (D-127). */
    stripe: Stripe | undefined
  }
}

/** The version that the installed SDK's types describe, whatever the account's default. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

/** In milliseconds, for one request of a waiting user; the SDK retries where that is safe. */
const RESPONSE_TIMEOUT_MS = 5_000
const REPEATS = 2

/** Stripe through its official client. It knows a local stand-in only as another address. */
export function openStripe({ secretKey, baseUrl }: Pick<NonNullable<Config['stripe']>, 'secretKey' | 'baseUrl'>): Stripe {
  const { hostname, port, protocol } = new URL(baseUrl)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    timeout: RESPONSE_TIMEOUT_MS,
    maxNetworkRetries: REPEATS,
    telemetry: false,
    appInfo: { name: 'academy' },
  })
}

export const stripe = fp<{ config: Config }>(
  async (app, { config }) => {
    if (!config.stripe) app.log.debug('no Stripe account is configured: nothing can be bought')
    app.decorate('stripe', config.stripe && openStripe(config.stripe))
  },
  { name: 'stripe' },
)
