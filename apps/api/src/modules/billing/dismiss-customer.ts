import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { auditLog } from './audit-log.table.ts'
import { failedLooks } from './failed-looks.table.ts'
import { stripeEvents } from './stripe-events.table.ts'

export type Dismissal = { customer_id: string; reason: string; operator: { id: string; email: string } }

/**
 * Notes, with a line in the audit log, that a customer at Stripe is none of the academy's: their events wait for nobody any more, and new
 * ones are taken without a complaint. Should they ever be bound to an account all the same, the next event records what they paid.
 * @returns `unknown` for a customer of an account, and for one that Stripe was not asked about yet.
 */
export async function dismissCustomer(db: Db, { customer_id, reason, operator }: Dismissal): Promise<'done' | 'unchanged' | 'unknown'> {
  return await db.transaction(async (tx) => {
    const own = eq(failedLooks.customer_id, customer_id)
    const [look] = await tx.select().from(failedLooks).where(own).for('update')
    if (!look?.unmatched) return 'unknown'
    if (look.dismissed_at !== null) return 'unchanged'
    await tx.update(failedLooks).set({ dismissed_at: sql`now()`, next_look_at: null }).where(own)
    const waiting = and(eq(stripeEvents.customer_id, customer_id), isNull(stripeEvents.applied_at))
    await tx.update(stripeEvents).set({ applied_at: sql`now()` }).where(waiting)
    const details = { customer: customer_id }
    await tx.insert(auditLog).values({ who: operator.email, what: 'dismiss_customer', account_id: operator.id, reason, details })
    return 'done'
  })
}
