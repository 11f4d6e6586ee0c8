import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { checkouts } from '../facts/checkouts.table.ts'
import { isFromConnectedStripe } from '../facts/stripe-origin.ts'

export type RecordedCheckout = typeof checkouts.$inferSelect

/** Returns whether an operator hides the bundle from an account. Reads the table `accounts` by name, because it belongs to another module. */
export async function isBundleHidden(db: Db, account_id: string): Promise<boolean> {
  const [account] = await db.execute(sql`select hide_bundle_deal from accounts where account_id = ${account_id}::uuid`)
  return account?.hide_bundle_deal === true
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

/** Marks a checkout as expired. Stripe has expired it before, so it can no longer be paid. */
export async function closeCheckout(db: Db, session_id: string): Promise<void> {
  await db.update(checkouts).set({ status: 'expired', url: null, settled_at: sql`now()` }).where(eq(checkouts.session_id, session_id))
}
