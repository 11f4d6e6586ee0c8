import { isPackage, isPurchaseOffer, isSubscriptionOffer } from '@academy/catalog'
import { type GetColumnData, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../database/open-database.ts'
import { checkouts } from './checkouts.table.ts'
import { courseStarts } from './course-starts.table.ts'
import { billingCustomers } from './customers.table.ts'
import { grants } from './grants.table.ts'
import { purchases } from './purchases.table.ts'
import { isFromConnectedStripe } from './stripe-origin.ts'
import { NOT_RUNNING, subscriptions } from './subscriptions.table.ts'

const grantColumns = {
  package: grants.package,
  granted_at: grants.granted_at,
  expires_at: grants.expires_at,
  revoked_at: grants.revoked_at,
}

const purchaseColumns = {
  id: purchases.id,
  offer: purchases.offer,
  price_id: purchases.price_id,
  amount: purchases.amount,
  refunded_amount: purchases.refunded_amount,
  currency: purchases.currency,
  charge_id: purchases.charge_id,
  paid_at: purchases.paid_at,
  refunded_at: purchases.refunded_at,
  dispute: purchases.dispute_status,
  dispute_at: purchases.dispute_at,
  revoked_at: purchases.revoked_at,
  refund_requested_at: purchases.refund_requested_at,
}

const subscriptionColumns = {
  offer: subscriptions.offer,
  price_id: subscriptions.price_id,
  customer_id: subscriptions.customer_id,
  status: subscriptions.status,
  started_at: subscriptions.started_at,
  paid_until: subscriptions.paid_until,
  payment: subscriptions.payment,
  cancel_at: subscriptions.cancel_at,
  ended_at: subscriptions.ended_at,
  revoked_at: subscriptions.revoked_at,
}

const checkoutColumns = { offer: checkouts.offer, status: checkouts.status }

type Columns = Record<string, PgColumn>
type RowOf<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> }

/** The recorded facts of an account. Not included are the admin role, which the token says, and the current time. */
export type RecordedFacts = {
  grants: readonly RowOf<typeof grantColumns>[]
  /** Newest first, like the subscriptions. */
  purchases: readonly RowOf<typeof purchaseColumns>[]
  subscriptions: readonly RowOf<typeof subscriptionColumns>[]
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

/** A list of rows, each an array of the values of its columns; null without rows. */
type JsonRows = unknown[][] | null

/** The facts as JSON arrays, because objects with names take Postgres a tenth longer. */
type FactsJson = [
  grants: JsonRows,
  purchases: JsonRows,
  subscriptions: JsonRows,
  ownCustomer: string | null,
  unsettled: JsonRows,
  courseStartedAt: string | null,
]

const parseRow = <C extends Columns>(columns: C, values: unknown[]): RowOf<C> => {
  const entries = Object.entries(columns).map(([name, column], index) => {
    const value = values[index]
    return [name, value === null ? null : column.mapFromDriverValue(value)]
  })
  return Object.fromEntries(entries) as RowOf<C>
}

const parseRows = <C extends Columns>(columns: C, rows: JsonRows): RowOf<C>[] => (rows ?? []).map((values) => parseRow(columns, values))

/**
 * Returns the customers whose billing portal an account needs (R-08): those of every running Studio, renewing ones first, then the
 * account's own customer after a completed checkout. An operator may have created a Studio for a second customer by hand.
 */
function managedCustomers(subscribed: readonly RowOf<typeof subscriptionColumns>[], ownCustomer: string | null): string[] {
  const running = subscribed.filter(({ status }) => !NOT_RUNNING.includes(status))
  const renewingFirst = running.toSorted((a, b) => Number(a.cancel_at !== null) - Number(b.cancel_at !== null))
  return [...renewingFirst.map(({ customer_id }) => customer_id), ...(ownCustomer === null ? [] : [ownCustomer])]
}

/** Parses the facts. Leaves out packages and offers that this build does not know. */
function parseFacts([granted, bought, subscribed, ownCustomer, unsettled, courseStartedAt]: FactsJson): RecordedFacts {
  const allSubscriptions = parseRows(subscriptionColumns, subscribed)
  const settling = parseRows(checkoutColumns, unsettled).filter(({ status }) => status === 'settling')
  return {
    grants: parseRows(grantColumns, granted).filter((grant) => isPackage(grant.package)),
    purchases: parseRows(purchaseColumns, bought).filter(({ offer }) => isPurchaseOffer(offer)),
    subscriptions: allSubscriptions.filter(({ offer }) => isSubscriptionOffer(offer)),
    customers: managedCustomers(allSubscriptions, ownCustomer),
    has_open_checkout: unsettled !== null,
    processing_payments: [...new Set(settling.map(({ offer }) => offer))],
    course_started_at: courseStartedAt === null ? null : new Date(courseStartedAt),
  }
}

/** Selects all facts of an account as one JSON value, in a query that was passed to `joinFacts`. */
export const recordedFacts = sql`json_build_array(granted.list, bought.list, subscribed.list, paying.customer_id, unsettled.list,
  started.at)`.mapWith(parseFacts)

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
  /** Leaves out facts of another Stripe account or mode. */
  const isOwnAndRequested = (table: Parameters<typeof isFromConnectedStripe>[0]) => sql`${isRequested} and ${isFromConnectedStripe(table)}`
  const listOf = (columns: Columns, table: PgTable, condition: SQL, order?: SQL) => {
    const row = sql`json_build_array(${sql.join(Object.values(columns), sql`, `)})`
    return sql`select account_id, json_agg(${row}${order && sql` order by ${order}`}) as list from ${table} where ${condition} group by account_id`
  }
  const tables = {
    granted: listOf(grantColumns, grants, isRequested),
    bought: listOf(purchaseColumns, purchases, isOwnAndRequested(purchases), sql`${purchases.paid_at} desc, ${purchases.id}`),
    subscribed: listOf(
      subscriptionColumns,
      subscriptions,
      isOwnAndRequested(subscriptions),
      sql`${subscriptions.started_at} desc, ${subscriptions.id}`,
    ),
    paying: sql`select account_id, customer_id from ${billingCustomers}
      where ${isOwnAndRequested(billingCustomers)} and checkout_completed_at is not null`,
    unsettled: listOf(checkoutColumns, checkouts, sql`${isOwnAndRequested(checkouts)} and status in ('open', 'settling')`),
    started: sql`select account_id, ${courseStarts.started_at} as at from ${courseStarts} where ${isRequested}`,
  }
  return Object.entries(tables).reduce(
    (joined, [name, table]) =>
      joined.leftJoin(sql`(${table}) as ${sql.raw(name)}`, sql`${sql.raw(name)}.account_id = ${account_id}`) as Query,
    query,
  )
}

/** Reads the facts of one account, in one prepared statement. */
export function factsReader(db: Db): (accountId: string) => Promise<RecordedFacts> {
  const id = sql`${sql.placeholder('id')}::uuid`
  // Facts can exist before the account's row does.
  const query = db.select({ facts: recordedFacts }).from(sql`(values (${id})) as one (account_id)`)
  const read = joinFacts(query, sql`one.account_id`, sql`array[${id}]`).prepare('account_facts')
  return async (accountId) => {
    const [row] = await read.execute({ id: accountId })
    if (row === undefined) throw new Error('a select of one row returned none')
    return row.facts
  }
}
