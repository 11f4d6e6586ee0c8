import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { checkouts } from '../checkouts.table.ts'
import { joinFacts, type RecordedFacts, recordedFacts } from '../facts.store.ts'
import { isFromConnectedStripe } from '../stripe-origin.ts'

export type RecordedCheckout = typeof checkouts.$inferSelect

/**
 * Loads the recorded facts of an account, and whether an operator hides the bundle from it. Joins the table `accounts` by name, because it
 * belongs to another module.
 */
export async function buyerFacts(db: Db, account_id: string): Promise<RecordedFacts & { hide_bundle_deal: boolean }> {
  const id = sql`${account_id}::uuid`
  const query = db
    .select({ facts: recordedFacts, hidden: sql<boolean>`coalesce(hide_bundle_deal, false)` })
    .from(sql`(values (${id})) as one (account_id)`)
    .leftJoin(sql`accounts`, sql`accounts.account_id = ${id}`)
  const [row] = await joinFacts(query, id, sql`array[${id}]`)
  if (!row) throw new Error('a select of one row returned none')
  return { ...row.facts, hide_bundle_deal: row.hidden }
}

/** Loads the checkouts of an account that can still be paid or whose payment is processing. */
export async function unsettledCheckouts(db: Db, account_id: string): Promise<RecordedCheckout[]> {
  return await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.account_id, account_id), inArray(checkouts.status, ['open', 'settling']), isFromConnectedStripe(checkouts)))
}

/** Records a checkout. Does nothing if it is recorded already. */
export async function insertCheckout(db: Db, checkout: typeof checkouts.$inferInsert): Promise<void> {
  await db.insert(checkouts).values(checkout).onConflictDoNothing()
}

/** Marks a checkout as expired if it is open. */
export async function closeCheckout(db: Db, session_id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ status: 'expired', url: null, settled_at: sql`now()` })
    .where(and(eq(checkouts.session_id, session_id), eq(checkouts.status, 'open')))
}
