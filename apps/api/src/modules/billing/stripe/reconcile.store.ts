import { sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { everyCustomer } from '../facts/every-customer.ts'
import { stripeConnection } from '../facts/stripe-connection.table.ts'
import { stripeReconcile } from '../facts/stripe-events.table.ts'
import { isFromConnectedStripe } from '../facts/stripe-origin.ts'
import { type ConnectedAccount, isConnected } from './connect-stripe.ts'

type Reconciled = Omit<typeof stripeReconcile.$inferSelect, 'id' | 'finished_at'>

/** Loads until when the last run has applied events, and its age in seconds by the clock of the database; undefined before the first run. */
export async function lastRun(db: Db): Promise<{ seen_until: Date; age: number } | undefined> {
  const age = sql<number>`extract(epoch from now() - ${stripeReconcile.finished_at})::float8`
  const [last] = await db.select({ seen_until: stripeReconcile.seen_until, age }).from(stripeReconcile)
  return last
}

/** Records a run, unless another instance has connected another account or mode meanwhile: its next run syncs every customer. */
export async function saveReconciled(db: Db, run: Reconciled, account: ConnectedAccount): Promise<void> {
  const finished = { ...run, finished_at: sql`now()` }
  await db.transaction(async (tx) => {
    const [connection] = await tx.select().from(stripeConnection).for('share')
    if (!isConnected(connection, account)) return
    await tx.insert(stripeReconcile).values(finished).onConflictDoUpdate({ target: stripeReconcile.id, set: finished })
  })
}

/** Returns all current and former customers of the connected Stripe account. */
export async function knownCustomers(db: Db): Promise<string[]> {
  const rows = await db.select().from(everyCustomer).where(isFromConnectedStripe(everyCustomer)).orderBy(everyCustomer.customer_id)
  return rows.map(({ customer_id }) => customer_id)
}
