import type { Db } from '../../../database/open-database.ts'
import { everyCustomer } from '../every-customer.ts'
import { stripeReconcile } from '../stripe-events.table.ts'
import { isFromConnectedStripe } from '../stripe-origin.ts'

/** The advisory lock that lets one instance reconcile at a time. */
export const RECONCILE_LOCK = 7_867_003

type Reconciled = Omit<typeof stripeReconcile.$inferSelect, 'id'>

export async function saveReconciled(db: Db, run: Reconciled): Promise<void> {
  await db.insert(stripeReconcile).values(run).onConflictDoUpdate({ target: stripeReconcile.id, set: run })
}

/** Returns all current and former customers of the connected Stripe account. */
export async function knownCustomers(db: Db): Promise<string[]> {
  const rows = await db.select().from(everyCustomer).where(isFromConnectedStripe(everyCustomer)).orderBy(everyCustomer.customer_id)
  return rows.map(({ customer_id }) => customer_id)
}
