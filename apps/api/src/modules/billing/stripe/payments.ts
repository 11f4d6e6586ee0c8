import { drizzle } from 'drizzle-orm/postgres-js'
import fp from 'fastify-plugin'
import { Counter } from 'prom-client'
import Stripe from 'stripe'
import { withoutStatement } from '../../../database/database-errors.ts'
import type { Db, Sql } from '../../../database/open-database.ts'
import { type FailedSync, recordFailedSync } from '../facts/failed-syncs.store.ts'
import { type ConnectedAccount, connectStripe } from './connect-stripe.ts'
import { openPaymentConnections, SYNCS_AT_A_TIME } from './payment-connections.ts'
import { recordFailedEvents } from './stripe-events.store.ts'
import { type SyncTools, syncCustomer, UnmatchedCustomer } from './sync-customer.ts'
import { type Batch, SyncQueue, type SyncRequest } from './sync-queue.ts'
import type { EmailLookup } from './update-email.ts'

/** The connections and tools for all payment code. */
export type Payments = SyncTools & {
  /** Separate connections that wait for Stripe within transactions; one for each sync. */
  db: Db
  sql: Sql
  /**
   * Syncs a customer with Stripe and claims the event that caused it.
   * @throws UnmatchedCustomer; the SDK's error while Stripe is unreachable; the driver's error without a database.
   */
  sync: (customer_id: string, request?: SyncRequest) => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined without a Stripe account. */
    payments: Payments | undefined
  }
}

/** Returns why a sync failed, without secrets. */
function explain(thrown: unknown): string {
  const error = withoutStatement(thrown)
  if (!(error instanceof Error)) return String(error).slice(0, 500)
  const kind = error instanceof Stripe.errors.StripeError ? error.type : error.name
  return `${kind}: ${error.message}`.slice(0, 500)
}

/** Keeps the recorded facts in sync with Stripe. */
export const payments = fp<{ emailOf: EmailLookup }>(
  async (app, { emailOf }) => {
    const { config, stripe } = app
    if (!config.stripe || !stripe) {
      app.decorate('payments', undefined)
      return
    }
    const syncs = new Counter({
      name: 'stripe_customer_syncs_total',
      help: 'Syncs of a customer with Stripe',
      labelNames: ['result'],
      registers: [app.metrics],
    })
    // Initialized with zero, so that an alert sees the first increase.
    for (const result of ['done', 'dismissed', 'failed', 'unmatched']) syncs.inc({ result }, 0)
    const log = app.log.child({ component: 'payments' })
    const sql = openPaymentConnections(config.directDatabaseUrl, 'syncs')
    const db: Db = drizzle({ client: sql })
    const { secretKey } = config.stripe
    let connecting: Promise<ConnectedAccount> | undefined
    const connected = (): Promise<ConnectedAccount> => {
      connecting ??= connectStripe({ stripe, db: app.db, log }, secretKey).catch((error: unknown) => {
        connecting = undefined
        throw error
      })
      return connecting
    }
    const tools: SyncTools = {
      stripe,
      log,
      connected,
      emailOf,
      config: config.stripe,
    }

    const recordFailure = async (failed: FailedSync, events: Batch['events']): Promise<void> => {
      await recordFailedSync(db, failed)
      await recordFailedEvents(db, events, failed.customer_id, failed.error)
    }

    const run = async (batch: Batch): Promise<void> => {
      const { customer_id, events } = batch
      try {
        syncs.inc({ result: await db.transaction((tx) => syncCustomer(tx, tools, batch)) })
      } catch (error) {
        const unmatched = error instanceof UnmatchedCustomer
        syncs.inc({ result: unmatched ? 'unmatched' : 'failed' })
        await recordFailure({ customer_id, unmatched, error: explain(error) }, events).catch((err: unknown) =>
          log.error({ err, customer_id }, 'failed to record a failed sync for retry'),
        )
        throw error
      }
    }
    const queue = new SyncQueue(SYNCS_AT_A_TIME, run)
    app.decorate('payments', { ...tools, db, sql, sync: (customer, request) => queue.sync(customer, request) })
    app.addHook('onClose', async () => {
      await queue.idle()
      await sql.end({ timeout: 5 })
    })
  },
  { name: 'payments', dependencies: ['stripe', 'database', 'metrics'] },
)
