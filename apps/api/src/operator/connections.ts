import { PAYMENT_CONNECTIONS } from '../modules/billing/payment-connections.ts'

/**
 * Connections to Postgres that one instance may open beside the DATABASE_POOL_SIZE that answer requests: to hear of other instances, to bring
 * content from Notion, and to wait for Stripe.
 */
export const OTHER_CONNECTIONS = { listening: 1, content: 1, ...PAYMENT_CONNECTIONS } as const
