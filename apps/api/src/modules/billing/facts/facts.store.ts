import { type CourseStarts, isGift, isPackage, isPurchaseOffer, isSubscriptionOffer, type PurchaseOffer } from '@academy/catalog'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { type AccountRow, PURCHASE_FACTS, rowsOf } from './account-rows.ts'
import { checkouts } from './checkouts.table.ts'
import { courseStarts } from './course-starts.table.ts'
import { billingCustomers } from './customers.table.ts'
import { grants } from './grants.table.ts'
import { usesElsewhere } from './guarantee-uses.ts'
import { purchases } from './purchases.table.ts'
import { type RecordedSeat, SEATS } from './seats.store.ts'
import { isFromConnectedStripe } from './stripe-origin.ts'
import { NOT_RUNNING, subscriptions } from './subscriptions.table.ts'

const GRANTS = rowsOf(grants, {
  package: grants.package,
  granted_at: grants.granted_at,
  expires_at: grants.expires_at,
  revoked_at: grants.revoked_at,
})

const PURCHASES = rowsOf(purchases, { id: purchases.id, price_id: purchases.price_id, ...PURCHASE_FACTS })

const SUBSCRIPTIONS = rowsOf(subscriptions, {
  id: subscriptions.id,
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
})

const CUSTOMERS = rowsOf(billingCustomers, { customer_id: billingCustomers.customer_id })
const UNSETTLED_CHECKOUTS = rowsOf(checkouts, { offer: checkouts.offer, seats: checkouts.seats, status: checkouts.status })
const COURSE_STARTS = rowsOf(courseStarts, { product: courseStarts.product, started_at: courseStarts.started_at })

/** When other accounts used the guarantee with the card of a purchase. */
const GUARANTEE_USES = {
  select: (condition: SQL): SQL =>
    sql`select json_build_array('guarantee_uses', account_id, purchase_id, used_at) as account_row from (${usesElsewhere(condition)}) as uses`,
  parse: (rows: readonly AccountRow[]): Map<unknown, Date> =>
    new Map(
      rows
        .filter(([table]) => table === 'guarantee_uses')
        .map(([, , purchase_id, used_at]) => [purchase_id, purchases.paid_at.mapFromDriverValue(used_at) as Date]),
    ),
}

type Parsed<Rows extends { parse: (rows: readonly AccountRow[]) => unknown }> = ReturnType<Rows['parse']>

/** The recorded facts of an account. Not included are the admin role, which the token says, and the current time. */
export type RecordedFacts = {
  grants: Readonly<Parsed<typeof GRANTS>>
  /** Newest first, like the subscriptions. */
  purchases: readonly (Parsed<typeof PURCHASES>[number] & { offer: PurchaseOffer; used_elsewhere_at: Date | null })[]
  subscriptions: Readonly<Parsed<typeof SUBSCRIPTIONS>>
  /** The seats that the account claimed of purchases for others. Its own purchases of seats are not among `purchases`. */
  seats: readonly RecordedSeat[]
  /**
   * The account's Stripe customers for the billing portal, in the order in which to offer them; none before its first completed checkout
   * (R-08).
   */
  customers: readonly string[]
  /** Whether a checkout is open or settling; it may have been paid by now (R-10). */
  has_open_checkout: boolean
  /** Offers whose checkout is completed and whose payment has not arrived; `seats` for those of a team, `gift` for a gift. */
  processing_payments: readonly string[]
  /** When the account was first served paid content of each course. */
  course_starts: CourseStarts
}

/**
 * Returns the customers whose billing portal an account needs (R-08): those of every running Studio, renewing ones first, then the
 * account's own customer after a completed checkout. An operator may have created a Studio for a second customer by hand.
 */
function managedCustomers(subscribed: Parsed<typeof SUBSCRIPTIONS>, own: Parsed<typeof CUSTOMERS>): string[] {
  const running = subscribed.filter(({ status }) => !NOT_RUNNING.includes(status))
  const renewingFirst = running.toSorted((a, b) => Number(a.cancel_at !== null) - Number(b.cancel_at !== null))
  return [...renewingFirst, ...own].map(({ customer_id }) => customer_id)
}

/** Sorts newest first, and rows of the same time by id. */
const newestFirst = <Row extends { id: string }>(rows: readonly Row[], timeOf: (row: Row) => Date): Row[] =>
  rows.toSorted((a, b) => timeOf(b).getTime() - timeOf(a).getTime() || (a.id < b.id ? -1 : 1))

/** Parses the facts of one account among its rows. Leaves out packages and offers that this build does not know. */
export function parseFacts(rows: readonly AccountRow[]): RecordedFacts {
  const subscribed = newestFirst(SUBSCRIPTIONS.parse(rows), ({ started_at }) => started_at)
  const unsettled = UNSETTLED_CHECKOUTS.parse(rows)
  const uses = GUARANTEE_USES.parse(rows)
  const settling = unsettled.filter(({ status }) => status === 'settling')
  return {
    grants: GRANTS.parse(rows).filter((grant) => isPackage(grant.package)),
    purchases: newestFirst(PURCHASES.parse(rows), ({ paid_at }) => paid_at)
      .flatMap(({ offer, ...purchase }) => (isPurchaseOffer(offer) ? [{ ...purchase, offer }] : []))
      .map((purchase) => ({ ...purchase, used_elsewhere_at: uses.get(purchase.id) ?? null })),
    subscriptions: subscribed.filter(({ offer }) => isSubscriptionOffer(offer)),
    seats: SEATS.parse(rows),
    customers: managedCustomers(subscribed, CUSTOMERS.parse(rows)),
    has_open_checkout: unsettled.length > 0,
    processing_payments: [...new Set(settling.map(({ offer, seats }) => (seats === 0 ? offer : isGift({ seats }) ? 'gift' : 'seats')))],
    course_starts: Object.fromEntries(COURSE_STARTS.parse(rows).map(({ product, started_at }) => [product, started_at])),
  }
}

/** The condition of rows about the accounts of a statement. Hides their number from the planner, which would otherwise plan each statement again. */
export const IS_REQUESTED = sql`account_id = any((select account_ids from requested)::uuid[])`

/**
 * Prepares a statement that reads everything `parseFacts` needs about accounts (`accountIds`, a uuid[]), and `more` rows of other tables
 * about them. Each table is read once for all accounts; to join the tables takes Postgres nearly twice the time. The returned function takes
 * the values of the placeholders, and returns the rows by account.
 */
export function accountRowsReader(db: Db, name: string, accountIds: SQLWrapper, more: SQL[] = []) {
  const prepare = () => {
    /** Leaves out facts of another Stripe account or mode. */
    const isOwnAndRequested = (table: Parameters<typeof isFromConnectedStripe>[0]) =>
      sql`${IS_REQUESTED} and ${isFromConnectedStripe(table)}`
    const selects = [
      ...more,
      GRANTS.select(IS_REQUESTED),
      PURCHASES.select(sql`${isOwnAndRequested(purchases)} and ${purchases.seats} = 0`),
      SEATS.select(IS_REQUESTED),
      GUARANTEE_USES.select(IS_REQUESTED),
      SUBSCRIPTIONS.select(isOwnAndRequested(subscriptions)),
      CUSTOMERS.select(sql`${isOwnAndRequested(billingCustomers)} and checkout_completed_at is not null`),
      UNSETTLED_CHECKOUTS.select(sql`${isOwnAndRequested(checkouts)} and status in ('open', 'settling')`),
      COURSE_STARTS.select(IS_REQUESTED),
    ]
    return db
      .select({ rows: sql<AccountRow[] | null>`json_agg(account_row)` })
      .from(sql`(with requested as (select ${accountIds}::uuid[] as account_ids) ${sql.join(selects, sql` union all `)}) as account_rows`)
      .prepare(name)
  }
  let statement: ReturnType<typeof prepare> | undefined
  return async (values: Record<string, unknown>): Promise<Map<string, AccountRow[]>> => {
    // Written when it is first needed: an API has a dozen of these readers, and each statement takes milliseconds to write.
    statement ??= prepare()
    const [result] = await statement.execute(values)
    return Map.groupBy(result?.rows ?? [], ([, account_id]) => account_id)
  }
}

/** Returns a function that reads the facts of one account, in one prepared statement. */
export function factsReader(db: Db): (accountId: string) => Promise<RecordedFacts> {
  const readRows = accountRowsReader(db, 'account_facts', sql`array[${sql.placeholder('id')}::uuid]`)
  return async (id) => parseFacts((await readRows({ id })).get(id) ?? [])
}
