import { and, eq, not, sql } from 'drizzle-orm'
import { lockUntilEnd } from '../../../database/locks.ts'
import type { Db, Tx } from '../../../database/open-database.ts'
import { billingCustomers, formerCustomers } from '../facts/customers.table.ts'
import { everyCustomer } from '../facts/every-customer.ts'
import { isFromConnectedStripe } from '../facts/stripe-origin.ts'
import type { ConnectedAccount } from './connect-stripe.ts'

/** Locks the customer until the transaction ends. Returns the time of the lock by the database's clock. */
export async function lockCustomer(tx: Tx, customer_id: string): Promise<Date> {
  await lockUntilEnd(tx, 'customer', customer_id)
  const [row] = await tx.execute<{ now: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`)
  if (!row) throw new Error('the database returned no time')
  return new Date(Math.floor(row.now))
}

/** Returns the account of a current or former customer. */
export async function accountOfCustomer(tx: Tx | Db, customer_id: string): Promise<string | undefined> {
  const [customer] = await tx.select().from(everyCustomer).where(eq(everyCustomer.customer_id, customer_id)).limit(1)
  return customer?.account_id
}

/** Returns the customer of an account in the connected Stripe account and mode; undefined before its first checkout there. */
export async function customerOfAccount(tx: Tx | Db, account_id: string): Promise<typeof billingCustomers.$inferSelect | undefined> {
  const [row] = await tx
    .select()
    .from(billingCustomers)
    .where(and(eq(billingCustomers.account_id, account_id), isFromConnectedStripe(billingCustomers)))
  return row
}

type Binding = { customer_id: string; account_id: string } & ConnectedAccount

/** Records whose a customer was, for webhooks that arrive later. */
export async function addFormerCustomer(db: Tx | Db, customer: Omit<typeof formerCustomers.$inferInsert, 'deleted_at'>): Promise<void> {
  await db
    .insert(formerCustomers)
    .values({ ...customer, deleted_at: sql`now()` })
    .onConflictDoNothing()
}

/** Moves the customer of another Stripe account or mode to the former ones, to make room for the new one. */
async function releaseForeignCustomer(tx: Tx | Db, account_id: string): Promise<void> {
  const released = await tx
    .delete(billingCustomers)
    .where(and(eq(billingCustomers.account_id, account_id), not(isFromConnectedStripe(billingCustomers))))
    .returning()
  for (const { customer_id, stripe_account, livemode, synced_at } of released)
    await addFormerCustomer(tx, { customer_id, account_id, stripe_account, livemode, synced_at })
}

/**
 * Binds a customer to its account. Replaces a customer of another Stripe account or mode; beside one of the same account it becomes a
 * former customer, for what it may have paid.
 */
export async function bindCustomer(db: Tx | Db, binding: Binding): Promise<void> {
  const { customer_id, account_id } = binding
  await db.transaction(async (tx) => {
    await releaseForeignCustomer(tx, account_id)
    const bound = await tx.insert(billingCustomers).values(binding).onConflictDoNothing().returning()
    if (bound.length > 0) await tx.delete(formerCustomers).where(eq(formerCustomers.customer_id, customer_id))
    if (bound.length > 0 || (await accountOfCustomer(tx, customer_id)) !== undefined) return
    await addFormerCustomer(tx, binding)
  })
}

/** Returns whether a customer was bound before origins were recorded and not synced since. */
export async function hasNoOrigin(tx: Tx, customer_id: string): Promise<boolean> {
  const customers = await tx.select().from(everyCustomer).where(eq(everyCustomer.customer_id, customer_id))
  return customers.some(({ livemode }) => livemode === null)
}
