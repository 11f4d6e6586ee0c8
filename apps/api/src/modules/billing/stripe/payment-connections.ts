import { openDatabase, type Sql } from '../../../database/open-database.ts'

/** Concurrent checkouts of an instance. Each uses a connection until Stripe has responded. */
export const CHECKOUTS_AT_A_TIME = 10
/** Concurrent customer syncs of an instance. Each uses a connection. */
export const SYNCS_AT_A_TIME = 5

/**
 * The most connections that wait for Stripe, so that a slow Stripe leaves the learners' connections free. Checkouts wait for syncs, so each
 * has its own connections to avoid a deadlock. Reconciling needs one more.
 */
export const PAYMENT_CONNECTIONS = { checkouts: CHECKOUTS_AT_A_TIME, syncs: SYNCS_AT_A_TIME + 1 } as const

/** In milliseconds. Another instance may have a customer's lock while it waits for Stripe. */
const LOCK_TIMEOUT_MS = 20_000
/** In milliseconds. Longer than any request to Stripe with its retries. */
const IDLE_TIMEOUT_MS = 120_000

/**
 * Opens connections that may wait for Stripe within their transactions. The caller closes them.
 * @param databaseUrl without a pooler in transaction mode, which would run out of sessions while Stripe is slow.
 */
export const openPaymentConnections = (databaseUrl: string, purpose: keyof typeof PAYMENT_CONNECTIONS): Sql =>
  openDatabase(databaseUrl, {
    applicationName: `academy-${purpose}`,
    max: PAYMENT_CONNECTIONS[purpose],
    idle_timeout: 60,
    settings: { statement_timeout: LOCK_TIMEOUT_MS, idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS },
    silence: LOCK_TIMEOUT_MS / 1_000 + 3,
  })
