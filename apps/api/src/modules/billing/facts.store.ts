import {
  type AccountFacts,
  type Currency,
  type GuaranteedPurchase,
  isPackage,
  isPurchaseOffer,
  isSubscriptionOffer,
  type Purchase,
  type Subscription,
} from '@academy/catalog'
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../database/open-database.ts'
import { checkouts } from './checkouts.table.ts'
import { courseStarts } from './course-starts.table.ts'
import { billingCustomers } from './customers.table.ts'
import { grants } from './grants.table.ts'
import { managedCustomers } from './managed-customers.ts'
import { purchases } from './purchases.table.ts'
import { isOwn } from './stripe-origin.ts'
import { subscriptions } from './subscriptions.table.ts'

type Priced = { price_id: string }

/** A purchase with the columns that its refund needs. */
export type RefundablePurchase = GuaranteedPurchase & Priced & { id: string; currency: Currency }

/** The recorded facts of an account. Not included are the admin role, which the token says, and the current time. */
export type RecordedFacts = Omit<AccountFacts, 'isAdmin' | 'now' | 'purchases' | 'subscriptions'> & {
  /** Newest first, like the subscriptions. */
  purchases: readonly RefundablePurchase[]
  subscriptions: readonly (Subscription & Priced)[]
  /**
   * The account's Stripe customers for the billing portal, in the order in which to offer them; none before its first completed checkout
   * (R-08).
   */
  customers: readonly string[]
  /** Whether a checkout is open or settling; it may have been paid by now (R-10). */
  has_open_checkout: boolean
  /** Offers whose checkout is completed and whose payment has not arrived. */
  processing_payments: readonly string[]
  /** When the account was first served paid content of the course; null: never. */
  course_started_at: Date | null
}

type GrantTuple = [plan: string, granted_at: string, expires_at: string | null, revoked_at: string | null]
const grantJson = sql`json_build_array(${grants.package}, ${grants.granted_at}, ${grants.expires_at}, ${grants.revoked_at})`

type PurchaseTuple = [
  offer: string,
  price_id: string,
  paid_at: string,
  refunded_at: string | null,
  dispute: Purchase['dispute'],
  dispute_at: string | null,
  revoked_at: string | null,
  id: string,
  amount: number,
  refunded_amount: number,
  currency: Currency,
  charge_id: string | null,
  refund_requested_at: string | null,
]
const purchaseJson = sql`json_build_array(${purchases.offer}, ${purchases.price_id}, ${purchases.paid_at}, ${purchases.refunded_at},
  ${purchases.dispute_status}, ${purchases.dispute_at}, ${purchases.revoked_at}, ${purchases.id}, ${purchases.amount},
  ${purchases.refunded_amount}, ${purchases.currency}, ${purchases.charge_id}, ${purchases.refund_requested_at})`

type SubscriptionTuple = [
  offer: string,
  price_id: string,
  status: Subscription['status'],
  started_at: string,
  paid_until: string | null,
  ended_at: string | null,
  customer_id: string,
  cancel_at: string | null,
  payment: Subscription['payment'],
  revoked_at: string | null,
]
const subscriptionJson = sql`json_build_array(${subscriptions.offer}, ${subscriptions.price_id}, ${subscriptions.status},
  ${subscriptions.started_at}, ${subscriptions.paid_until}, ${subscriptions.ended_at}, ${subscriptions.customer_id}, ${subscriptions.cancel_at},
  ${subscriptions.payment}, ${subscriptions.revoked_at})`

/**
 * The facts as JSON arrays, because objects with names take Postgres a tenth longer. Dates are strings, an empty list is null, and a
 * package or offer may be unknown to this build.
 */
export type FactsJson = [
  grants: GrantTuple[] | null,
  purchases: PurchaseTuple[] | null,
  subscriptions: SubscriptionTuple[] | null,
  ownCustomer: string | null,
  unsettled: [offer: string, status: string][] | null,
  courseStartedAt: string | null,
]

/** Selects all facts of an account as one JSON value, in a query that was passed to `joinFacts`. */
export const factsJson = sql<FactsJson>`json_build_array(granted.list, bought.list, subscribed.list, paying.customer_id, unsettled.list,
  started.at)`

type Joinable = { leftJoin: (table: SQL, on: SQL) => unknown }

/**
 * Returns SQL for “any of these accounts”. The planner does not see the ids: else it would plan each statement anew for the number of its
 * ids, which takes longer than the statement.
 */
export const anyOf = (ids: SQLWrapper | Placeholder): SQL => sql`any((select ${ids}::uuid[])::uuid[])`

/**
 * Joins the facts of several accounts (`ids`, a uuid[]) to a query that has their `account_id`, so that entitlements need no second
 * statement. Each table is read once for all accounts: a subselect for each account takes nearly twice the time.
 */
export function joinFacts<Query extends Joinable>(query: Query, account_id: SQLWrapper, ids: SQLWrapper | Placeholder): Query {
  const isRequested = sql`account_id = ${anyOf(ids)}`
  const listOf = (json: SQL, table: PgTable, order?: SQL, condition: SQL = isRequested) =>
    sql`select account_id, json_agg(${json}${order && sql` order by ${order}`}) as list from ${table} where ${condition} group by account_id`
  /** Leaves out facts of another Stripe account or mode. */
  const isOwnAndRequested = (table: Parameters<typeof isOwn>[0]) => sql`${isRequested} and ${isOwn(table)}`
  const tables = {
    granted: listOf(grantJson, grants),
    bought: listOf(purchaseJson, purchases, sql`${purchases.paid_at} desc, ${purchases.id}`, isOwnAndRequested(purchases)),
    subscribed: listOf(
      subscriptionJson,
      subscriptions,
      sql`${subscriptions.started_at} desc, ${subscriptions.id}`,
      isOwnAndRequested(subscriptions),
    ),
    paying: sql`select account_id, customer_id from ${billingCustomers}
      where ${isOwnAndRequested(billingCustomers)} and checkout_completed_at is not null`,
    unsettled: sql`select account_id, json_agg(json_build_array(offer, status)) as list from ${checkouts}
      where ${isOwnAndRequested(checkouts)} and status in ('open', 'settling') group by account_id`,
    started: sql`select account_id, ${courseStarts.started_at} as at from ${courseStarts} where ${isRequested}`,
  }
  return Object.entries(tables).reduce(
    (joined, [name, table]) =>
      joined.leftJoin(sql`(${table}) as ${sql.raw(name)}`, sql`${sql.raw(name)}.account_id = ${account_id}`) as Query,
    query,
  )
}

const parseDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Parses `factsJson`. Leaves out packages and offers that this build does not know. */
export const readFacts = ([granted, bought, subscribed, ownCustomer, unsettled, courseStartedAt]: FactsJson): RecordedFacts => ({
  grants: (granted ?? []).flatMap(([name, granted_at, expires_at, revoked_at]) =>
    isPackage(name)
      ? [{ package: name, granted_at: new Date(granted_at), expires_at: parseDate(expires_at), revoked_at: parseDate(revoked_at) }]
      : [],
  ),
  purchases: (bought ?? []).flatMap(
    ([
      offer,
      price_id,
      paid_at,
      refunded_at,
      dispute,
      dispute_at,
      revoked_at,
      id,
      amount,
      refunded_amount,
      currency,
      charge_id,
      refund_requested_at,
    ]) =>
      isPurchaseOffer(offer)
        ? [
            {
              id,
              offer,
              price_id,
              amount,
              refunded_amount,
              currency,
              charge_id,
              paid_at: new Date(paid_at),
              refunded_at: parseDate(refunded_at),
              dispute,
              dispute_at: parseDate(dispute_at),
              revoked_at: parseDate(revoked_at),
              refund_requested_at: parseDate(refund_requested_at),
            },
          ]
        : [],
  ),
  subscriptions: (subscribed ?? []).flatMap(([offer, price_id, status, started_at, paid_until, ended_at, , , payment, revoked_at]) =>
    isSubscriptionOffer(offer)
      ? [
          {
            offer,
            price_id,
            status,
            started_at: new Date(started_at),
            paid_until: parseDate(paid_until),
            payment,
            ended_at: parseDate(ended_at),
            revoked_at: parseDate(revoked_at),
          },
        ]
      : [],
  ),
  customers: managedCustomers(
    (subscribed ?? []).map(([, , status, , , , customer_id, cancel_at]) => ({ status, customer_id, cancel_at })),
    ownCustomer,
  ),
  has_open_checkout: unsettled !== null,
  processing_payments: [...new Set((unsettled ?? []).flatMap(([offer, status]) => (status === 'settling' ? [offer] : [])))],
  course_started_at: parseDate(courseStartedAt),
})

/** Reads the facts of one account, in one prepared statement. */
export function factsReader(db: Db): (accountId: string) => Promise<RecordedFacts> {
  const id = sql`${sql.placeholder('id')}::uuid`
  // Facts can exist before the account's row does.
  const query = db.select({ facts: factsJson }).from(sql`(values (${id})) as one (account_id)`)
  const read = joinFacts(query, sql`one.account_id`, sql`array[${id}]`).prepare('account_facts')
  return async (accountId) => {
    const [row] = await read.execute({ id: accountId })
    if (row === undefined) throw new Error('a select of one row returned none')
    return readFacts(row.facts)
  }
}
