import type { FastifyBaseLogger } from 'fastify'
import postgres from 'postgres'
import type { Sql } from '../../plugins/database.ts'
import { databaseSockets } from '../../plugins/database-socket.ts'

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

/** Connections that may wait for Stripe within their transactions. To be ended by whoever opened them. */
export const openPaymentConnections = (
  databaseUrl: string,
  purpose: keyof typeof PAYMENT_CONNECTIONS,
  log: Pick<FastifyBaseLogger, 'error'>,
): Sql =>
  postgres(databaseUrl, {
    max: PAYMENT_CONNECTIONS[purpose],
    connect_timeout: 5,
    ...databaseSockets(databaseUrl, LOCK_TIMEOUT_MS + 3_000, (connections) =>
      log.error({ connections, purpose }, 'the database does not answer any more: its connections were ended, others are made'),
    ),
    idle_timeout: 60,
    backoff: (attempts) => Math.min(0.05 * 2 ** attempts, 1),
    connection: {
      application_name: `academy-${purpose}`,
      statement_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    },
    onnotice: () => {},
  })
