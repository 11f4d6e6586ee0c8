import { drizzle } from 'drizzle-orm/postgres-js'
import fp from 'fastify-plugin'
import postgres from 'postgres'
import { Counter } from 'prom-client'
import Stripe from 'stripe'
import type { Config } from '../../../config.ts'
import { type Db, type Sql, withoutStatement } from '../../../plugins/database.ts'
import { CHECKOUTS_AT_A_TIME } from '../checkout/checkouts-at-a-time.ts'
import { studioPricesOf } from '../studio-prices.ts'
import { recordFailure } from './stripe-events.store.ts'
import { type SyncTools, syncCustomer, UnmatchedCustomer } from './sync-customer.ts'
import { type Batch, SyncQueue, type Wish } from './sync-queue.ts'

/** What everything about paying works with. */
export type Payments = SyncTools & {
  config: NonNullable<Config['stripe']>
  stripe: Stripe
  /**
   * Connections of its own, which wait for Stripe within their transactions: however slow Stripe is, and however many webhooks come, the
   * connections that learners need stay free.
   */
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

const SYNCS_AT_A_TIME = 5
/** One for each buyer, one for each sync, and one to reconcile: nobody who holds one waits for another. */
const CONNECTIONS = CHECKOUTS_AT_A_TIME + SYNCS_AT_A_TIME + 1
/** Another instance may hold a customer's lock while it waits for Stripe. */
const LOCK_TIMEOUT_MS = 20_000
/** Longer than any request to Stripe with its repeats. */
const IDLE_TIMEOUT_MS = 120_000

function openDatabase(databaseUrl: string): Sql {
  return postgres(databaseUrl, {
    max: CONNECTIONS,
    connect_timeout: 5,
    idle_timeout: 60,
    backoff: (attempts) => Math.min(0.05 * 2 ** attempts, 1),
    connection: {
      application_name: 'academy-payments',
      statement_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    },
    onnotice: () => {},
  })
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
    const log = app.log.child({ component: 'payments' })
    const sql = openDatabase(config.databaseUrl)
    const db: Db = drizzle({ client: sql })
    const tools: SyncTools = { stripe, log, studioPrices: studioPricesOf(config.stripe) }

    const run = async ({ customer_id, events, unconditional, maybeDeleted }: Batch): Promise<void> => {
      try {
        await db.transaction(async (tx) => {
          await syncCustomer(tx, tools, customer_id, { events, unconditional, maybeDeleted })
        })
        syncs.inc({ result: 'done' })
      } catch (error) {
        syncs.inc({ result: error instanceof UnmatchedCustomer ? 'unmatched' : 'failed' })
        await recordFailure(db, events, customer_id, explain(error)).catch((err: unknown) =>
          log.error({ err, customer_id }, 'an event that could not be applied could not be kept either'),
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
