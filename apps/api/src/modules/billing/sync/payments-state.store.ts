import { count, desc, isNotNull, isNull, max, min } from 'drizzle-orm'
import type { Db } from '../../../plugins/database.ts'
import { checkouts } from '../checkouts.table.ts'
import { stripeEvents } from '../stripe-events.table.ts'
import { lastReconciled } from './reconcile.store.ts'

const SHOWN = 100

/** What an operator should look at: events that belong to nobody or could not be applied, and what was paid twice. */
export async function paymentsState(db: Db) {
  const waiting = isNull(stripeEvents.applied_at)
  const [[unapplied], events, problems, [last], reconciled] = await Promise.all([
    db
      .select({ count: count(), oldest: min(stripeEvents.created) })
      .from(stripeEvents)
      .where(waiting),
    db.select().from(stripeEvents).where(waiting).orderBy(desc(stripeEvents.created)).limit(SHOWN),
    db.select().from(checkouts).where(isNotNull(checkouts.problem)).orderBy(desc(checkouts.created_at)).limit(SHOWN),
    db.select({ at: max(stripeEvents.applied_at) }).from(stripeEvents),
    lastReconciled(db),
  ])
  return {
    unapplied: { count: unapplied?.count ?? 0, oldest: unapplied?.oldest ?? null, events },
    problems,
    /** When an event was applied last. */
    last_applied_at: last?.at ?? null,
    reconciled,
  }
}
