import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { auditLog } from '../facts/audit-log.table.ts'
import { failedSyncs } from '../facts/failed-syncs.table.ts'
import { stripeEvents } from '../facts/stripe-events.table.ts'
import { lockCustomer } from './customers.store.ts'

type Dismissal = { customer_id: string; reason: string; operator: { id: string; email: string } }

/**
 * Dismisses a Stripe customer that has nothing to do with the academy, and writes that to the audit log. Closes its waiting events; later
 * ones raise no alert. If the customer is bound to an account later, the next event records its payments.
 * Returns `unknown` for a customer of an account, and for one that was never synced.
 */
export async function dismissCustomer(db: Db, { customer_id, reason, operator }: Dismissal): Promise<'done' | 'unchanged' | 'unknown'> {
  return await db.transaction(async (tx) => {
    // A sync writes the same rows in another order.
    await lockCustomer(tx, customer_id)
    const own = eq(failedSyncs.customer_id, customer_id)
    const [failed] = await tx.select().from(failedSyncs).where(own).for('update')
    if (!failed?.unmatched) return 'unknown'
    if (failed.dismissed_at !== null) return 'unchanged'
    await tx.update(failedSyncs).set({ dismissed_at: sql`now()` }).where(own)
    const waiting = and(eq(stripeEvents.customer_id, customer_id), isNull(stripeEvents.applied_at))
    await tx.update(stripeEvents).set({ applied_at: sql`now()` }).where(waiting)
    const details = { customer: customer_id }
    await tx.insert(auditLog).values({ who: operator.email, what: 'dismiss_customer', account_id: operator.id, reason, details })
    return 'done'
  })
}
