import { and, eq, gt, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../database/open-database.ts'
import { auditLog } from '../billing/facts/audit-log.table.ts'
import { checkouts } from '../billing/facts/checkouts.table.ts'
import { formerCustomers } from '../billing/facts/customers.table.ts'
import { everyCustomer } from '../billing/facts/every-customer.ts'
import { ENTITLEMENTS_CHANGED } from '../billing/facts/grants.store.ts'
import { customersOf } from '../billing/facts/payments.store.ts'
import { purchases } from '../billing/facts/purchases.table.ts'
import { isFromConnectedStripe } from '../billing/facts/stripe-origin.ts'
import { NOT_RUNNING, subscriptions } from '../billing/facts/subscriptions.table.ts'
import { lockCustomer } from '../billing/stripe/customers.store.ts'
import { erasedAccounts } from './erased-accounts.table.ts'
import { type PersonalTable, personalTables } from './table-rules.ts'

/** The Postgres channel for erased accounts. The message is the account's id. */
export const ACCOUNT_ERASED = 'account_erased'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Row = Record<string, Json>

const isAbout = (account_id: string, { alsoByCustomer }: PersonalTable): SQL => {
  const own = sql`account_id = ${account_id}`
  // An array, so that Postgres can use an index for each side of the `or`.
  const customers = sql`array(select customer_id from ${everyCustomer} where ${own})`
  return alsoByCustomer ? sql`${own} or (account_id is null and customer_id = any(${customers}))` : own
}

/** Loads every row about an account, by table, in one snapshot. */
export async function readRecords(db: Db, account_id: string): Promise<Record<string, Row[]>> {
  return await db.transaction(
    async (tx) => {
      const records: Record<string, Row[]> = {}
      for (const [table, rule] of personalTables) {
        const withheld = sql.raw(`'{${Object.keys(rule.withheld).join(',')}}'::text[]`)
        const rows = await tx.execute<{ row: Row }>(
          sql`select to_jsonb(stored) - ${withheld} as row from ${sql.identifier(table)} as stored where ${isAbout(account_id, rule)}`,
        )
        records[table] = rows.map(({ row }) => row)
      }
      return records
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/**
 * Returns why an account cannot be erased yet: a renewing subscription, a processing payment, a requested refund, or a cancellation that may owe
 * one. Those of another Stripe account or mode count for nothing (decision 017): no sync and no user could end them.
 */
export async function blockingReason(db: Db, account_id: string): Promise<'subscription_running' | 'payment_pending' | undefined> {
  const running = and(
    eq(subscriptions.account_id, account_id),
    notInArray(subscriptions.status, [...NOT_RUNNING]),
    isNull(subscriptions.cancel_at),
    isFromConnectedStripe(subscriptions),
  )
  if ((await db.$count(subscriptions, running)) > 0) return 'subscription_running'
  const settling = and(eq(checkouts.account_id, account_id), eq(checkouts.status, 'settling'), isFromConnectedStripe(checkouts))
  if ((await db.$count(checkouts, settling)) > 0) return 'payment_pending'
  const refunding = and(
    eq(purchases.account_id, account_id),
    or(
      isNotNull(purchases.refund_requested_at),
      sql`refund_seats > 0 and refunded_amount < ceil(amount::numeric * refund_seats / nullif(seats, 0))`,
    ),
    isNull(purchases.refunded_at),
    // The bank gave the money back, so that the request is never answered.
    sql`${purchases.dispute_status} is distinct from 'lost'`,
    isFromConnectedStripe(purchases),
  )
  if ((await db.$count(purchases, refunding)) > 0) return 'payment_pending'
  // Names the table, because it belongs to another module.
  const unfinished = await db.execute(sql`
    select from cancellations cross join jsonb_to_recordset(studios) as studio (id text, outcome text)
    join ${subscriptions} on ${subscriptions.id} = studio.id
    where cancellations.account_id = ${account_id} and confirmed_at is not null and cancelled_at is null
      and outcome is null and ${isFromConnectedStripe(subscriptions)}`)
  return unfinished.length > 0 ? 'payment_pending' : undefined
}

/** Tables of which other statements lock several rows of an account, in the order of this column. */
const LOCK_ORDERS = { tutorial_progress: 'tutorial_id', personal_access_tokens: 'id', oauth_records: 'id_hash', mail_consents: 'id' }

/** Applies the rules to the rows of an account. Locks its customers, because webhooks about their deletion arrive meanwhile. */
async function eraseRows(db: Tx, account_id: string): Promise<void> {
  for (const customer of (await customersOf(db, account_id)).sort()) await lockCustomer(db, customer)
  const own = sql`where account_id = ${account_id}`
  for (const [table, column] of Object.entries(LOCK_ORDERS))
    await db.execute(sql`select from ${sql.identifier(table)} ${own} order by ${sql.identifier(column)} for update`)
  // Open invitations of the owner name addresses of others. That of a gift names none, and its recipient claims it without the buyer.
  const others = sql`${purchases.gift_id} is null and not exists (select from seat_owners where purchase_id = id)`
  await db.execute(sql`
    delete from seats where claimed_at is null and purchase_id in (
      select id from ${purchases} where ${purchases.account_id} = ${account_id} and ${others}
      union all select purchase_id from seat_owners ${own})`)
  // A visitor may have joined a waiting list before the account existed.
  const address = sql`(select lower(email collate "pg_c_utf8") collate "default" from accounts where account_id = ${account_id})`
  await db.execute(sql`delete from waiting_list where email = ${address}`)
  await db.execute(sql`update gifts set email = null, message = null where email = ${address}`)
  // A started seat is used up.
  await db.execute(sql`update seats set account_id = null, code_hash = null where account_id = ${account_id} and started_at is not null`)
  for (const [name, { erasure }] of personalTables) {
    const table = sql.identifier(name)
    if (erasure.rows === 'deleted') await db.execute(sql`delete from ${table} ${own}`)
    if (erasure.rows === 'moved') {
      await db.execute(sql`
        with deleted as (delete from ${table} ${own} returning customer_id, account_id, synced_at)
        insert into ${formerCustomers} (customer_id, account_id, deleted_at, synced_at)
        select customer_id, account_id, now(), synced_at from deleted on conflict (customer_id) do nothing`)
    }
    if (erasure.rows === 'kept' && erasure.emptied.length > 0) {
      const emptied = erasure.emptied.map((column) => sql`${sql.identifier(column)} = null`)
      const rows = sql.raw(erasure.emptiedWhere ?? 'true')
      await db.execute(sql`update ${table} set ${sql.join(emptied, sql`, `)} ${own} and ${rows}`)
    }
  }
}

export type ErasureOrder = { account_id: string; asked_by: 'account' | 'operator'; who: string; reason: string }

/** Erases the account's records in one transaction, writes the audit log and notifies every instance. */
export async function eraseRecords(db: Db, { account_id, asked_by, who, reason }: ErasureOrder): Promise<void> {
  await db.transaction(async (tx) => {
    const first = await tx.insert(erasedAccounts).values({ account_id, asked_by }).onConflictDoNothing().returning()
    await eraseRows(tx, account_id)
    if (first.length > 0) await tx.insert(auditLog).values({ who, what: 'erase_account', account_id, reason, details: {} })
    await tx.execute(sql`select pg_notify(${ENTITLEMENTS_CHANGED}, ${account_id}), pg_notify(${ACCOUNT_ERASED}, ${account_id})`)
  })
}

/** Records that the auth provider deleted the user. Erases again, because a request during the erasure may have written rows. */
export async function finishErasure(db: Db, account_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await eraseRows(tx, account_id)
    await tx.update(erasedAccounts).set({ sign_in_deleted_at: sql`now()` }).where(eq(erasedAccounts.account_id, account_id))
  })
}

/** Returns accounts whose user was not deleted within a minute: their erasure was interrupted. */
export async function unfinishedErasures(db: Db): Promise<string[]> {
  const waiting = and(isNull(erasedAccounts.sign_in_deleted_at), lt(erasedAccounts.erased_at, sql`now() - interval '1 minute'`))
  const rows = await db.select({ account_id: erasedAccounts.account_id }).from(erasedAccounts).where(waiting).limit(100)
  return rows.map(({ account_id }) => account_id)
}

/** Returns accounts erased so recently that one of their tokens may still be valid. Tokens are valid for at most a week. */
export async function recentlyErased(db: Db): Promise<string[]> {
  const recent = gt(erasedAccounts.erased_at, sql`now() - interval '8 days'`)
  const rows = await db.select({ account_id: erasedAccounts.account_id }).from(erasedAccounts).where(recent)
  return rows.map(({ account_id }) => account_id)
}
