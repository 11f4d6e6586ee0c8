import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { IS_GUARANTEE_USE, purchases } from './purchases.table.ts'
import { isFromConnectedStripe } from './stripe-origin.ts'

const used = alias(purchases, 'used')

/**
 * Builds SQL that selects when another account first used the guarantee with the card or bank account of a purchase: `account_id`,
 * `purchase_id` and `used_at`. No row for purchases for which none did.
 */
export const usesElsewhere = (ofAccounts: SQL): SQL => sql`
  select bought.account_id, bought.id as purchase_id, min(coalesce(${used.refund_requested_at}, ${used.dispute_at})) as used_at
  from (select id, account_id, payment_fingerprint from ${purchases} where ${ofAccounts} and ${isFromConnectedStripe(purchases)}) as bought
  join ${purchases} as used on ${used.payment_fingerprint} = bought.payment_fingerprint and ${used.account_id} <> bought.account_id
    and (${IS_GUARANTEE_USE}) and ${isFromConnectedStripe(used)}
  group by bought.account_id, bought.id`
