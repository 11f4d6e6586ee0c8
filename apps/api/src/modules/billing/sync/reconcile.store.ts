import { sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { billingCustomers, formerCustomers } from '../customers.table.ts'
import { stripeReconcile } from '../stripe-events.table.ts'
import { isOwn } from '../stripe-origin.ts'

/** Only one instance reconciles at a time. */
export const RECONCILE_LOCK = 7_867_003

export type Reconciled = Omit<typeof stripeReconcile.$inferSelect, 'id'>

export async function saveReconciled(db: Db, run: Reconciled): Promise<void> {
  await db.insert(stripeReconcile).values(run).onConflictDoUpdate({ target: stripeReconcile.id, set: run })
}

/** Returns all current and former customers. */
export async function knownCustomers(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: billingCustomers.customer_id })
    .from(billingCustomers)
    .where(isOwn(billingCustomers))
    .unionAll(db.select({ id: formerCustomers.customer_id }).from(formerCustomers).where(isOwn(formerCustomers)))
    .orderBy(sql`1`)
  return rows.map(({ id }) => id)
}
