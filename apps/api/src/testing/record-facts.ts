import { randomUUID } from 'node:crypto'
import { DEFAULT_CURRENCY, OFFERS } from '@academy/catalog'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../database/open-database.ts'
import { type CheckoutStatus, checkouts } from '../modules/billing/facts/checkouts.table.ts'
import { billingCustomers } from '../modules/billing/facts/customers.table.ts'
import { ENTITLEMENTS_CHANGED } from '../modules/billing/facts/grants.store.ts'
import { purchases } from '../modules/billing/facts/purchases.table.ts'
import { subscriptions } from '../modules/billing/facts/subscriptions.table.ts'

const newId = (kind: string): string => `${kind}_${randomUUID().replaceAll('-', '')}`
const DAY_MS = 86_400_000

/** Records payments of an account as if Stripe had reported them, for tests of their consequences. */
export function recordFacts(db: Db, account_id: string) {
  const customer_id = newId('cus')
  const tell = () => db.execute(sql`select pg_notify(${ENTITLEMENTS_CHANGED}, ${account_id})`)
  return {
    customer_id,
    /** The customer, made before a checkout; `completed` once one was paid. */
    customer: async (completed: boolean) => {
      const checkout_completed_at = completed ? new Date() : null
      await db
        .insert(billingCustomers)
        .values({ account_id, customer_id, checkout_completed_at })
        .onConflictDoUpdate({ target: billingCustomers.account_id, set: { checkout_completed_at } })
    },
    checkout: async (status: CheckoutStatus, changes: Partial<typeof checkouts.$inferInsert> = {}) => {
      const now = new Date()
      const row = { session_id: newId('cs'), account_id, customer_id, offer: 'bundle' as const, currency: DEFAULT_CURRENCY, status }
      await db
        .insert(checkouts)
        .values({ ...row, created_at: now, expires_at: new Date(now.getTime() + DAY_MS), synced_at: now, ...changes })
      return row.session_id
    },
    purchase: async (changes: Partial<typeof purchases.$inferInsert> = {}) => {
      const now = new Date()
      const row = { id: newId('cs'), account_id, customer_id, offer: 'master_course' as const, price_id: 'price_course' }
      await db.insert(purchases).values({
        ...row,
        currency: DEFAULT_CURRENCY,
        amount: OFFERS.master_course.amounts[DEFAULT_CURRENCY],
        paid_at: now,
        synced_at: now,
        ...changes,
      })
      await tell()
      return row.id
    },
    subscription: async (changes: Partial<typeof subscriptions.$inferInsert> = {}) => {
      const now = new Date()
      const row = { id: newId('sub'), account_id, customer_id, offer: 'studio' as const, price_id: 'price_studio', status: 'active' }
      const paid_until = new Date(now.getTime() + 30 * DAY_MS)
      await db.insert(subscriptions).values({ ...row, started_at: now, paid_until, synced_at: now, ...changes })
      await tell()
      return row.id
    },
    changePurchase: async (id: string, changes: Partial<typeof purchases.$inferInsert>) => {
      await db.update(purchases).set(changes).where(eq(purchases.id, id))
      await tell()
    },
    changeSubscription: async (id: string, changes: Partial<typeof subscriptions.$inferInsert>) => {
      await db.update(subscriptions).set(changes).where(eq(subscriptions.id, id))
      await tell()
    },
  }
}
