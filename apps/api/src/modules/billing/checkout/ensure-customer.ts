import { isOfErasedAccount } from '../../../database/database-errors.ts'
import type { Db } from '../../../database/open-database.ts'
import { addFormerCustomer, bindCustomer, customerOfAccount } from '../stripe/customers.store.ts'
import type { SyncTools } from '../stripe/sync-customer.ts'

export type Buyer = { account_id: string; email: string }

/**
 * Returns the Stripe customer of an account, and creates it before the first checkout. The caller holds the account's lock. There is
 * no idempotency key: Stripe replays its response to one for a day, server errors too (https://docs.stripe.com/api/idempotent_requests). The
 * SDK's own keys make its retries safe.
 */
export async function ensureCustomer(
  db: Db,
  { stripe, connected }: Pick<SyncTools, 'stripe' | 'connected'>,
  { account_id, email }: Buyer,
): Promise<string> {
  const origin = await connected()
  const existing = await customerOfAccount(db, account_id)
  if (existing) return existing.customer_id
  // A response may have been lost. A restored database may lack a customer that exists at Stripe with its payments.
  const sameEmail = await stripe.customers.list({ email, limit: 100 })
  const customer =
    sameEmail.data.find(({ metadata }) => metadata.account_id === account_id) ??
    (await stripe.customers.create({ email, metadata: { account_id } }))
  const binding = { customer_id: customer.id, account_id, ...origin }
  try {
    await bindCustomer(db, binding)
  } catch (error) {
    // The erasure did not know this customer.
    if (isOfErasedAccount(error)) {
      await addFormerCustomer(db, binding)
      await stripe.customers.del(customer.id)
    }
    throw error
  }
  const bound = await customerOfAccount(db, account_id)
  if (!bound) throw new Error(`failed to bind customer ${customer.id} to an account`)
  return bound.customer_id
}
