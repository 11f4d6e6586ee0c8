import type { FastifyBaseLogger } from 'fastify'
import { openDatabase, type Sql } from '../../database/open-database.ts'

/** As many buyers an instance serves at the same time; each holds a connection while Stripe answers. */
export const CHECKOUTS_AT_A_TIME = 10
/** As many customers an instance looks at at the same time; each look holds a connection. */
export const SYNCS_AT_A_TIME = 5

/**
 * The most connections that an instance opens to wait for Stripe with. However slow Stripe is, those of learners stay free. A checkout waits
 * for a sync: they would wait for one another for ever if checkouts could take the last connection. One more is there to reconcile.
 */
export const PAYMENT_CONNECTIONS = { checkouts: CHECKOUTS_AT_A_TIME, syncs: SYNCS_AT_A_TIME + 1 } as const

/** Another instance may hold a customer's lock while it waits for Stripe. */
const LOCK_TIMEOUT_MS = 20_000
/** Longer than any request to Stripe with its repeats. */
const IDLE_TIMEOUT_MS = 120_000

/**
 * Opens connections that may wait for Stripe within their transactions. The caller ends them.
 * @param databaseUrl without a pooler in transaction mode, which would run out of sessions while Stripe is slow.
 */
export const openPaymentConnections = (
  databaseUrl: string,
  purpose: keyof typeof PAYMENT_CONNECTIONS,
  log: Pick<FastifyBaseLogger, 'error'>,
): Sql =>
  openDatabase(databaseUrl, {
    applicationName: `academy-${purpose}`,
    max: PAYMENT_CONNECTIONS[purpose],
    idle_timeout: 60,
    settings: { statement_timeout: LOCK_TIMEOUT_MS, idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS },
    silence: {
      ms: LOCK_TIMEOUT_MS + 3_000,
      onEnd: (connections) => log.error({ connections, purpose }, 'closed database connections that stopped answering; opening others'),
    },
  })
