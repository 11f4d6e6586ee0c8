import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../plugins/database.ts'
import { stripeEvents } from '../stripe-events.table.ts'
import type { Tx } from './customers.store.ts'

/** An event as far as it is looked at: that something happened, and to whom. */
export type EventHint = Pick<typeof stripeEvents.$inferInsert, 'id' | 'type' | 'created' | 'source'>

type Concerned = { customer_id: string | null; account_id: string | null }

const again = { attempts: sql`${stripeEvents.attempts} + 1` }

/**
 * Claims events, in the transaction that applies them: if that fails, so does the claim. @returns those that nobody applied before.
 */
export async function claimEvents(tx: Tx, events: readonly EventHint[], concerned: Concerned): Promise<string[]> {
  if (events.length === 0) return []
  const applied_at = sql`now()`
  const claimed = await tx
    .insert(stripeEvents)
    .values(events.map((event) => ({ ...event, ...concerned, attempts: 1, applied_at })))
    .onConflictDoUpdate({
      target: stripeEvents.id,
      set: { ...again, ...concerned, applied_at, error: null },
      setWhere: isNull(stripeEvents.applied_at),
    })
    .returning({ id: stripeEvents.id })
  return claimed.map(({ id }) => id)
}

/** Keeps events that could not be applied, with the reason, for the operator and for the next try. */
export async function recordFailure(db: Db, events: readonly EventHint[], customer_id: string | null, error: string): Promise<void> {
  if (events.length === 0) return
  await db
    .insert(stripeEvents)
    .values(events.map((event) => ({ ...event, customer_id, attempts: 1, error })))
    .onConflictDoUpdate({ target: stripeEvents.id, set: { ...again, error }, setWhere: isNull(stripeEvents.applied_at) })
}

/** Which of these events were applied already. */
export async function appliedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(inArray(stripeEvents.id, [...ids]), isNotNull(stripeEvents.applied_at)))
  return new Set(rows.map(({ id }) => id))
}

/** Events that were told or found and still wait to be applied; first those that were tried least, so that strangers' events block no buyer's. */
export async function waitingEvents(db: Db, most: number): Promise<(typeof stripeEvents.$inferSelect)[]> {
  return await db
    .select()
    .from(stripeEvents)
    .where(isNull(stripeEvents.applied_at))
    .orderBy(stripeEvents.attempts, stripeEvents.created)
    .limit(most)
}
