import { createHash } from 'node:crypto'
import type { Db } from '../../../database/open-database.ts'
import { bindCustomer, countFormer, customerOfAccount } from '../sync/customers.store.ts'
import type { SyncTools } from '../sync/sync-customer.ts'

export type Buyer = { account_id: string; email: string }

/**
 * The customer that an account pays as, made at Stripe before its first checkout and bound to it at once. However often this is
 * called at the same time, here or on other instances, and however often an answer gets lost: Stripe makes one for the same key.
 */
export async function ensureCustomer(
  db: Db,
  { stripe, connected }: Pick<SyncTools, 'stripe' | 'connected'>,
  { account_id, email }: Buyer,
): Promise<string> {
  const origin = await connected()
  const bound = await customerOfAccount(db, account_id)
  if (bound) return bound.customer_id
  // Stripe refuses a key with other parameters, and gives an account whose customer was deleted there the same one again.
  const address = createHash('sha256').update(email).digest('hex').slice(0, 12)
  const key = `academy-customer-${account_id}-${await countFormer(db, account_id)}-${address}`
  // Of a database that was put back to an earlier day the customer may be there already, with all that it paid.
  const alike = await stripe.customers.list({ email, limit: 100 })
  const made =
    alike.data.find(({ metadata }) => metadata.account_id === account_id) ??
    (await stripe.customers.create({ email, metadata: { account_id } }, { idempotencyKey: key }))
  await bindCustomer(db, { customer_id: made.id, account_id, ...origin })
  const now = await customerOfAccount(db, account_id)
  if (!now) throw new Error(`${made.id} was bound to no account`)
  return now.customer_id
}
