import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Db, Tx } from '../../../database/open-database.ts'
import { ownerSql } from '../facts/failed-syncs.store.ts'
import { failedSyncs } from '../facts/failed-syncs.table.ts'
import { stripeEvents } from '../facts/stripe-events.table.ts'
import { dateFromSeconds } from './stripe-objects.ts'

/** The recorded part of an event: what happened, and when. */
export type EventHint = Pick<typeof stripeEvents.$inferInsert, 'id' | 'type' | 'created' | 'source'>

/** Returns the recorded part of an event. */
export const eventHint = ({ id, type, created }: Stripe.Event, source: EventHint['source']): EventHint => ({
  id,
  type,
  created: dateFromSeconds(created),
  source,
})

type EventOwner = { customer_id: string | null; account_id: string | null }

const oneMoreAttempt = { attempts: sql`${stripeEvents.attempts} + 1` }

/** Claims events in the transaction that applies them, so that both fail together. Returns the ids that were not applied before. */
export async function claimEvents(tx: Tx, events: readonly EventHint[], owner: EventOwner): Promise<string[]> {
  if (events.length === 0) return []
  const applied_at = sql`now()`
  const claimed = await tx
    .insert(stripeEvents)
    .values(events.map((event) => ({ ...event, ...owner, attempts: 1, applied_at })))
    .onConflictDoUpdate({
      target: stripeEvents.id,
      set: { ...oneMoreAttempt, ...owner, applied_at, error: null },
      setWhere: isNull(stripeEvents.applied_at),
    })
    .returning({ id: stripeEvents.id })
  return claimed.map(({ id }) => id)
}

/** Claims the waiting events of a customer, and returns their types. Called before Stripe is read, so that the sync covers all of them. */
export async function claimPendingEvents(tx: Tx, owner: EventOwner & { customer_id: string }): Promise<Pick<EventHint, 'type'>[]> {
  return await tx
    .update(stripeEvents)
    .set({ ...oneMoreAttempt, ...owner, applied_at: sql`now()`, error: null })
    .where(and(eq(stripeEvents.customer_id, owner.customer_id), isNull(stripeEvents.applied_at)))
    .returning({ type: stripeEvents.type })
}

/** Records events that failed, with the reason, for the operator. */
export async function recordFailedEvents(db: Db, events: readonly EventHint[], customer_id: string | null, error: string): Promise<void> {
  if (events.length === 0) return
  const owner = customer_id === null ? {} : { customer_id, account_id: ownerSql(customer_id) }
  await db
    .insert(stripeEvents)
    .values(events.map((event) => ({ ...event, ...owner, attempts: 1, error })))
    .onConflictDoUpdate({ target: stripeEvents.id, set: { ...oneMoreAttempt, ...owner, error }, setWhere: isNull(stripeEvents.applied_at) })
}

/** Returns the ids of those events that need nothing more: they were applied, or they wait for a sync of their customer. */
export async function findSettledEvents(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const isSettled = or(isNotNull(stripeEvents.applied_at), isNotNull(stripeEvents.customer_id))
  const rows = await db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(inArray(stripeEvents.id, [...ids]), isSettled))
  return new Set(rows.map(({ id }) => id))
}

/** Returns customers with a waiting event but without a failed sync. An older version of the API recorded no failed syncs. */
export async function waitingCustomers(db: Db, limit: number): Promise<string[]> {
  const failedSync = db.select({ one: sql`1` }).from(failedSyncs).where(eq(failedSyncs.customer_id, stripeEvents.customer_id))
  const rows = await db
    .selectDistinct({ customer_id: stripeEvents.customer_id })
    .from(stripeEvents)
    .where(and(isNull(stripeEvents.applied_at), isNotNull(stripeEvents.customer_id), notExists(failedSync)))
    .limit(limit)
  return rows.flatMap(({ customer_id }) => customer_id ?? [])
}

/** Stripe repeats the delivery of an event for three days. */
const DELIVERED_FOR = sql.raw(`interval '3 days'`)

/**
 * Closes events whose customer could not be found, after Stripe's last delivery: their charge is unknown to the connected account. `error`
 * keeps the reason. Returns the number of closed events.
 */
export async function endUnmatchedEvents(db: Db): Promise<number> {
  const isOld = lt(stripeEvents.received_at, sql`now() - ${DELIVERED_FOR}`)
  const ended = await db
    .update(stripeEvents)
    .set({ applied_at: sql`now()` })
    .where(and(isNull(stripeEvents.applied_at), isNull(stripeEvents.customer_id), isOld))
    .returning({ id: stripeEvents.id })
  return ended.length
}
