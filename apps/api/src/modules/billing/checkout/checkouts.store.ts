import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../plugins/database.ts'
import { checkouts } from '../checkouts.table.ts'
import { type FactsJson, factsOf, type RecordedFacts, readFacts } from '../facts.store.ts'

export type RecordedCheckout = typeof checkouts.$inferSelect

/** What was recorded about an account, and whether an operator hides the bundle from it. The account's own row belongs to another module. */
export async function buyerFacts(db: Db, account_id: string): Promise<RecordedFacts & { hide_bundle_deal: boolean }> {
  const [row] = await db
    .select({
      facts: sql<FactsJson>`recorded.facts`,
      hidden: sql<boolean>`coalesce((select hide_bundle_deal from accounts where account_id = ${account_id}::uuid), false)`,
    })
    .from(factsOf(sql`array[${account_id}]`))
  if (!row) throw new Error('a select of one row returned none')
  return { ...readFacts(row.facts), hide_bundle_deal: row.hidden }
}

/** Checkouts of an account that may still be paid, or are being paid. */
export async function unsettledCheckouts(db: Db, account_id: string): Promise<RecordedCheckout[]> {
  return await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.account_id, account_id), inArray(checkouts.status, ['open', 'settling'])))
}

export async function insertCheckout(db: Db, checkout: typeof checkouts.$inferInsert): Promise<void> {
  await db.insert(checkouts).values(checkout).onConflictDoNothing()
}

/** Notes that a page can be paid on no more. */
export async function closeCheckout(db: Db, session_id: string): Promise<void> {
  await db
    .update(checkouts)
    .set({ status: 'expired', url: null, settled_at: sql`now()` })
    .where(and(eq(checkouts.session_id, session_id), eq(checkouts.status, 'open')))
}
