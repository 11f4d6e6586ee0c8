import { and, asc, eq, isNotNull, lte, not, notExists, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../database/open-database.ts'
import { everyCustomer } from './every-customer.ts'
import { failedSyncs } from './failed-syncs.table.ts'
import { isFromConnectedStripe } from './stripe-origin.ts'

export type FailedSync = { customer_id: string; error: string; unmatched: boolean }

/** How long an unmatched customer is synced again, with doubling delays. */
const RETRY_UNMATCHED_FOR = sql.raw(`interval '7 days'`)

/** SQL: the account of a current or former customer. */
export const ownerSql = (customer_id: string) =>
  sql<string | null>`(select account_id from ${everyCustomer} where customer_id = ${customer_id} limit 1)`

/** Queues a sync of a customer for the next reconcile run, in the transaction of a change that has to be made at Stripe as well. */
export async function queueSync(tx: Tx, sync: { customer_id: string; account_id: string; error: string }): Promise<void> {
  await tx
    .insert(failedSyncs)
    .values(sync)
    .onConflictDoUpdate({ target: failedSyncs.customer_id, set: { next_retry_at: sql`now()`, last_failed_at: sql`now()` } })
}

/** Builds a statement that queues a sync of every customer of an account, if `condition` is true. */
export const queueSyncsOf = (account_id: string, condition: SQL, error: string): SQL => sql`
  insert into ${failedSyncs} (customer_id, account_id, error)
  select distinct customer_id, account_id, ${error}::text from ${everyCustomer}
  where account_id = ${account_id} and ${isFromConnectedStripe(everyCustomer)} and ${condition}
  on conflict (customer_id) do update set next_look_at = now(), last_failed_at = now()`

/**
 * Records a failed sync for retry. Retries a buyer in every reconcile run, and an unmatched customer with doubling delays for seven days.
 * After that, only a new event causes a sync.
 */
export async function recordFailedSync(db: Db, { customer_id, error, unmatched }: FailedSync): Promise<void> {
  const account_id = ownerSql(customer_id)
  const waited = sql`now() - ${failedSyncs.first_failed_at}`
  const next_retry_at = unmatched ? sql`case when ${waited} < ${RETRY_UNMATCHED_FOR} then now() + (${waited}) end` : sql`now()`
  await db
    .insert(failedSyncs)
    .values({ customer_id, account_id, error, unmatched })
    .onConflictDoUpdate({
      target: failedSyncs.customer_id,
      set: { account_id, error, unmatched, last_failed_at: sql`now()`, next_retry_at },
    })
}

/** Makes sure that these customers are retried, even if the failure itself could not be recorded. */
export async function ensureRetries(db: Db, customers: readonly string[]): Promise<void> {
  if (customers.length === 0) return
  await db.execute(sql`
    insert into ${failedSyncs} (customer_id, error)
    select customer_id, 'The sync failed, and the reason could not be recorded.' from jsonb_array_elements_text(${JSON.stringify(customers)}::jsonb) customer_id
    on conflict (customer_id) do nothing`)
}

/**
 * Returns the customers whose retry is due, longest waiting first. Those of another Stripe account or mode wait until the API is connected to
 * it again (decision 017).
 */
export async function pendingRetries(db: Db, limit: number): Promise<string[]> {
  const foreign = db
    .select()
    .from(everyCustomer)
    .where(and(eq(everyCustomer.customer_id, failedSyncs.customer_id), not(isFromConnectedStripe(everyCustomer))))
  const rows = await db
    .select({ customer_id: failedSyncs.customer_id })
    .from(failedSyncs)
    .where(and(lte(failedSyncs.next_retry_at, sql`now()`), notExists(foreign)))
    .orderBy(asc(failedSyncs.next_retry_at))
    .limit(limit)
  return rows.map(({ customer_id }) => customer_id)
}

/** Returns when a sync of the customer last failed or was queued; undefined if none did since the last successful one. */
export async function lastFailure(tx: Tx, customer_id: string): Promise<Date | undefined> {
  const [failed] = await tx.select().from(failedSyncs).where(eq(failedSyncs.customer_id, customer_id))
  return failed?.last_failed_at
}

/**
 * Deletes the failure record of a customer after a successful sync that began with it. A later failure or queued sync stays: the successful
 * one may have read the facts before.
 */
export async function deleteFailedSync(tx: Tx, customer_id: string, last_failed_at: Date): Promise<void> {
  await tx.delete(failedSyncs).where(and(eq(failedSyncs.customer_id, customer_id), eq(failedSyncs.last_failed_at, last_failed_at)))
}

/** Returns whether an operator dismissed this customer. If so, it is not retried. */
export async function isDismissed(tx: Tx, customer_id: string): Promise<boolean> {
  const dismissed = await tx
    .update(failedSyncs)
    .set({ next_retry_at: null })
    .where(and(eq(failedSyncs.customer_id, customer_id), isNotNull(failedSyncs.dismissed_at)))
    .returning({ customer_id: failedSyncs.customer_id })
  return dismissed.length > 0
}
