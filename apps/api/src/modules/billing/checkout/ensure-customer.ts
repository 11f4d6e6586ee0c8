import { hash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { formerCustomers } from '../customers.table.ts'
import { bindCustomer, customerOfAccount } from '../sync/customers.store.ts'
import type { SyncTools } from '../sync/sync-customer.ts'

export type Buyer = { account_id: string; email: string }

/**
 * Returns the Stripe customer of an account, and creates it before the first checkout. Concurrent calls and lost responses create
 * only one, because they use the same idempotency key.
 */
export async function ensureCustomer(
  db: Db,
  { stripe, connected }: Pick<SyncTools, 'stripe' | 'connected'>,
  { account_id, email }: Buyer,
): Promise<string> {
  const origin = await connected()
  const existing = await customerOfAccount(db, account_id)
  if (existing) return existing.customer_id
  // The key depends on the email, since Stripe refuses a key with other parameters, and on the number of deleted customers.
  const emailHash = hash('sha256', email).slice(0, 12)
  const deleted = await db.$count(formerCustomers, eq(formerCustomers.account_id, account_id))
  const key = `academy-customer-${account_id}-${deleted}-${emailHash}`
  // A restored database may lack a customer that exists at Stripe with its payments.
  const sameEmail = await stripe.customers.list({ email, limit: 100 })
  const customer =
    sameEmail.data.find(({ metadata }) => metadata.account_id === account_id) ??
    (await stripe.customers.create({ email, metadata: { account_id } }, { idempotencyKey: key }))
  await bindCustomer(db, { customer_id: customer.id, account_id, ...origin })
  const bound = await customerOfAccount(db, account_id)
  if (!bound) throw new Error(`failed to bind customer ${customer.id} to an account`)
  return bound.customer_id
}
