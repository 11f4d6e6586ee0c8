import { type AccountFacts, isPackage, isPurchaseOffer, isSubscriptionOffer, type Purchase, type Subscription } from '@academy/catalog'
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../plugins/database.ts'
import { checkouts } from './checkouts.table.ts'
import { grants } from './grants.table.ts'
import { managedCustomers } from './managed-customers.ts'
import { purchases } from './purchases.table.ts'
import { subscriptions } from './subscriptions.table.ts'

type Priced = { price_id: string }

/** What is recorded of an account; who is admin says its token, and what time it is, the clock. */
export type RecordedFacts = Omit<AccountFacts, 'isAdmin' | 'now' | 'purchases' | 'subscriptions'> & {
  /** The newest first, like the subscriptions. */
  purchases: readonly (Purchase & Priced)[]
  subscriptions: readonly (Subscription & Priced)[]
  /** The customer at Stripe as whom the account has something to manage; null before a checkout of it has completed (R-08). */
  customer_id: string | null
  /** Whether a checkout was begun that Stripe has not told the end of: it may have been paid by now (R-10). */
  has_open_checkout: boolean
}

type AsText<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K] }
type WithAny<T, K extends keyof T> = Omit<T, K> & Record<K, string>

/** As Postgres tells them: dates are texts, and a package or an offer may be one that this build does not know. */
export type FactsJson = Pick<RecordedFacts, 'customer_id' | 'has_open_checkout'> & {
  grants: WithAny<AsText<RecordedFacts['grants'][number]>, 'package'>[]
  purchases: WithAny<AsText<RecordedFacts['purchases'][number]>, 'offer'>[]
  subscriptions: WithAny<AsText<RecordedFacts['subscriptions'][number]>, 'offer'>[]
}

const jsonOf = (columns: Record<string, PgColumn>): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql.raw(`'${name}'`), sql`${column}`]),
    sql`, `,
  )})`

const grantJson = jsonOf({
  package: grants.package,
  granted_at: grants.granted_at,
  expires_at: grants.expires_at,
  revoked_at: grants.revoked_at,
})
const purchaseJson = jsonOf({
  offer: purchases.offer,
  price_id: purchases.price_id,
  paid_at: purchases.paid_at,
  refunded_at: purchases.refunded_at,
  dispute: purchases.dispute_status,
  dispute_at: purchases.dispute_at,
})
const subscriptionJson = jsonOf({
  offer: subscriptions.offer,
  price_id: subscriptions.price_id,
  status: subscriptions.status,
  started_at: subscriptions.started_at,
  paid_until: subscriptions.paid_until,
  ended_at: subscriptions.ended_at,
})

/**
 * All facts about an account as one JSON value: to be selected by whoever has the account at hand anyway, so that knowing what it may
 * open costs no statement of its own. `accountId` is a column of that query, or a placeholder.
 */
export function factsOf(db: Db, accountId: SQLWrapper | Placeholder): SQL<FactsJson> {
  const list = (json: SQL, newest: PgColumn, id: PgColumn) => sql`coalesce(json_agg(${json} order by ${newest} desc, ${id}), '[]')`
  const granted = db
    .select({ all: sql`coalesce(json_agg(${grantJson}), '[]')` })
    .from(grants)
    .where(sql`${grants.account_id} = ${accountId}`)
  const bought = db
    .select({ all: list(purchaseJson, purchases.paid_at, purchases.id) })
    .from(purchases)
    .where(sql`${purchases.account_id} = ${accountId}`)
  const subscribed = db
    .select({ all: list(subscriptionJson, subscriptions.started_at, subscriptions.id) })
    .from(subscriptions)
    .where(sql`${subscriptions.account_id} = ${accountId}`)
  const open = db
    .select({ one: sql`1` })
    .from(checkouts)
    .where(sql`${checkouts.account_id} = ${accountId} and ${checkouts.status} in ('open', 'settling')`)
  return sql<FactsJson>`json_build_object('grants', ${granted}, 'purchases', ${bought}, 'subscriptions', ${subscribed}, 'customer_id', (${managedCustomers(accountId)} limit 1), 'has_open_checkout', exists ${open})`
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** The facts out of what `factsOf` selected. A package or an offer that this build does not know (any more, or yet) opens nothing in it. */
export const readFacts = ({ customer_id, has_open_checkout, ...json }: FactsJson): RecordedFacts => ({
  grants: json.grants.flatMap(({ package: name, granted_at, expires_at, revoked_at }) =>
    isPackage(name)
      ? [{ package: name, granted_at: new Date(granted_at), expires_at: momentOf(expires_at), revoked_at: momentOf(revoked_at) }]
      : [],
  ),
  purchases: json.purchases.flatMap(({ offer, paid_at, refunded_at, dispute_at, ...more }) =>
    isPurchaseOffer(offer)
      ? [{ ...more, offer, paid_at: new Date(paid_at), refunded_at: momentOf(refunded_at), dispute_at: momentOf(dispute_at) }]
      : [],
  ),
  subscriptions: json.subscriptions.flatMap(({ offer, started_at, paid_until, ended_at, ...more }) =>
    isSubscriptionOffer(offer)
      ? [{ ...more, offer, started_at: new Date(started_at), paid_until: momentOf(paid_until), ended_at: momentOf(ended_at) }]
      : [],
  ),
  customer_id,
  has_open_checkout,
})

/** Reads the facts of one account, in one prepared statement. */
export function factsReader(db: Db): (accountId: string) => Promise<RecordedFacts> {
  const read = db
    .select({ facts: factsOf(db, sql.placeholder('id')) })
    .from(sql`(values (1)) as one`)
    .prepare('account_facts')
  return async (accountId) => {
    const [found] = await read.execute({ id: accountId })
    if (found === undefined) throw new Error('a select of one row returned none')
    return readFacts(found.facts)
  }
}
