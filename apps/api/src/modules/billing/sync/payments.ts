import { drizzle } from 'drizzle-orm/postgres-js'
import fp from 'fastify-plugin'
import { Counter } from 'prom-client'
import Stripe from 'stripe'
import type { Config } from '../../../config.ts'
import { withoutStatement } from '../../../database/database-errors.ts'
import type { Db, Sql } from '../../../database/open-database.ts'
import { openPaymentConnections, SYNCS_AT_A_TIME } from '../payment-connections.ts'
import { studioPricesOf } from '../studio-prices.ts'
import { type ConnectedAccount, connectStripe } from './connect-stripe.ts'
import { type FailedLook, recordFailedLook } from './failed-looks.store.ts'
import { recordFailedEvents } from './stripe-events.store.ts'
import { type SyncTools, syncCustomer, UnmatchedCustomer } from './sync-customer.ts'
import { type Batch, SyncQueue, type Wish } from './sync-queue.ts'

/** What everything about paying works with. */
export type Payments = SyncTools & {
  config: NonNullable<Config['stripe']>
  stripe: Stripe
  /** Connections of its own, which wait for Stripe within their transactions; each sync has one. */
  db: Db
  sql: Sql
  /**
   * Records what Stripe knows of a customer, as it is at this moment or later, and claims the event that led here.
   * @throws UnmatchedCustomer; what the SDK throws while Stripe cannot be asked; what the driver throws without a database.
   */
  sync: (customer_id: string, wish?: Wish) => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined without a Stripe account (D-127). */
    payments: Payments | undefined
  }
}

/** Why an event could not be applied, in words that hold no secret. */
function explain(thrown: unknown): string {
  const error = withoutStatement(thrown)
  if (!(error instanceof Error)) return String(error).slice(0, 500)
  const kind = error instanceof Stripe.errors.StripeError ? error.type : error.name
  return `${kind}: ${error.message}`.slice(0, 500)
}

/** Keeps what is known of customers in step with Stripe. */
export const payments = fp<{ config: Config }>(
  async (app, { config }) => {
    const { stripe } = app
    if (!config.stripe || !stripe) {
      app.decorate('payments', undefined)
      return
    }
    const syncs = new Counter({
      name: 'stripe_customer_syncs_total',
      help: 'Looks at a customer at Stripe',
      labelNames: ['result'],
      registers: [app.metrics],
    })
    // Told from the beginning on: an alert counts from what it saw before.
    for (const result of ['done', 'dismissed', 'failed', 'unmatched']) syncs.inc({ result }, 0)
    const log = app.log.child({ component: 'payments' })
    const sql = openPaymentConnections(config.directDatabaseUrl, 'syncs', log)
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
      studioPrices: studioPricesOf(config.stripe),
      endsRefundedStudio: config.stripe.endsRefundedStudio,
    }

    const recordFailure = async (look: FailedLook, events: Batch['events']): Promise<void> => {
      await recordFailedLook(db, look)
      await recordFailedEvents(db, events, look.customer_id, look.error)
    }

    const run = async ({ customer_id, events, unconditional, maybeDeleted }: Batch): Promise<void> => {
      try {
        const options = { events, unconditional, maybeDeleted }
        syncs.inc({ result: await db.transaction((tx) => syncCustomer(tx, tools, customer_id, options)) })
      } catch (error) {
        const unmatched = error instanceof UnmatchedCustomer
        syncs.inc({ result: unmatched ? 'unmatched' : 'failed' })
        await recordFailure({ customer_id, unmatched, error: explain(error) }, events).catch((err: unknown) =>
          log.error({ err, customer_id }, 'a look that failed could not be kept for later either'),
        )
        throw error
      }
    }
    const queue = new SyncQueue(SYNCS_AT_A_TIME, run)
    app.decorate('payments', { ...tools, config: config.stripe, db, sql, sync: (customer, wish) => queue.sync(customer, wish) })
    app.addHook('onClose', async () => {
      await queue.idle()
      await sql.end({ timeout: 5 })
    })
  },
  { name: 'payments', dependencies: ['stripe', 'database', 'metrics'] },
)
