import { PAYMENT_CONNECTIONS } from '../modules/billing/stripe/payment-connections.ts'

/**
 * Postgres connections of one instance in addition to the DATABASE_POOL_SIZE connections for requests: for notifications, the content sync and
 * Stripe.
 */
export const OTHER_CONNECTIONS = { listening: 1, content: 1, ...PAYMENT_CONNECTIONS } as const
