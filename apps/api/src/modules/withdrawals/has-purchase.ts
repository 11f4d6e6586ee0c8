import { sql } from 'drizzle-orm'
import { purchases } from '../billing/facts/purchases.table.ts'
import { subscriptions } from '../billing/facts/subscriptions.table.ts'
import { withdrawals } from './withdrawals.table.ts'

/** The condition that the account of a statement bought something. */
export const hasPurchase = sql`(
  exists (select from ${purchases} where ${purchases.account_id} = ${withdrawals.account_id})
  or exists (select from ${subscriptions} where ${subscriptions.account_id} = ${withdrawals.account_id}))`
