import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { billingCustomers, formerCustomers } from '../customers.table.ts'
import { failedLooks } from '../failed-looks.table.ts'
import type { Tx } from './customers.store.ts'

export type FailedLook = { customer_id: string; error: string; unmatched: boolean }

/** How long an unmatched customer is synced again, with doubling delays. */
const STRANGERS_FOR = sql.raw(`interval '7 days'`)

/** The account that pays, or paid, as a customer; as a part of a statement. */
export const ownerSql = (customer_id: string) => sql<string | null>`coalesce(
  (select account_id from ${billingCustomers} where customer_id = ${customer_id}),
  (select account_id from ${formerCustomers} where customer_id = ${customer_id}))`

/**
 * Keeps that a look failed, so that it is repeated. A buyer's is repeated each time that reconciling runs; a stranger's ever more seldom,
 * and in the end not at all: a new event of theirs still leads to a look.
 */
export async function recordFailedLook(db: Db, { customer_id, error, unmatched }: FailedLook): Promise<void> {
  const account_id = ownerSql(customer_id)
  const waited = sql`now() - ${failedLooks.first_failed_at}`
  const next_look_at = unmatched ? sql`case when ${waited} < ${STRANGERS_FOR} then now() + (${waited}) end` : sql`now()`
  await db
    .insert(failedLooks)
    .values({ customer_id, account_id, error, unmatched })
    .onConflictDoUpdate({
      target: failedLooks.customer_id,
      set: { account_id, error, unmatched, last_failed_at: sql`now()`, next_look_at },
    })
}

/** Makes sure that each of these customers is looked at again, whether or not their failure could be recorded when it happened. */
export async function keepFailed(db: Db, customers: readonly string[]): Promise<void> {
  if (customers.length === 0) return
  await db.execute(sql`
    insert into ${failedLooks} (customer_id, error)
    select customer_id, 'The look failed, and why could not be recorded.' from jsonb_array_elements_text(${JSON.stringify(customers)}::jsonb) customer_id
    on conflict (customer_id) do nothing`)
}

/** Customers whose look is to be repeated by now; first those that wait longest. */
export async function dueLooks(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .select({ customer_id: failedLooks.customer_id })
    .from(failedLooks)
    .where(lte(failedLooks.next_look_at, sql`now()`))
    .orderBy(asc(failedLooks.next_look_at))
    .limit(most)
  return rows.map(({ customer_id }) => customer_id)
}

export async function hasFailedBefore(tx: Tx, customer_id: string): Promise<boolean> {
  return (await tx.$count(failedLooks, eq(failedLooks.customer_id, customer_id))) > 0
}

/** A look that began at a moment went through; what failed since then is still to be repeated. */
export async function forgetFailedLook(tx: Tx, customer_id: string, began_at: Date): Promise<void> {
  await tx.delete(failedLooks).where(and(eq(failedLooks.customer_id, customer_id), lte(failedLooks.last_failed_at, began_at)))
}

/** Returns whether an operator dismissed this customer. It is not synced again then. */
export async function isDismissed(tx: Tx, customer_id: string): Promise<boolean> {
  const dismissed = await tx
    .update(failedLooks)
    .set({ next_look_at: null })
    .where(and(eq(failedLooks.customer_id, customer_id), isNotNull(failedLooks.dismissed_at)))
    .returning({ customer_id: failedLooks.customer_id })
  return dismissed.length > 0
}
