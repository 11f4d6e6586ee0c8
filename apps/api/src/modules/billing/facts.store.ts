import { type AccountFacts, isPackage, isPurchaseOffer, isSubscriptionOffer, type Purchase, type Subscription } from '@academy/catalog'
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../plugins/database.ts'
import { checkouts } from './checkouts.table.ts'
import { grants } from './grants.table.ts'
import { firstManagedCustomers } from './managed-customers.ts'
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

/** As Postgres tells them: dates are texts, an empty list is null, and a package or an offer may be one that this build does not know. */
export type FactsJson = Pick<RecordedFacts, 'customer_id' | 'has_open_checkout'> & {
  grants: WithAny<AsText<RecordedFacts['grants'][number]>, 'package'>[] | null
  purchases: WithAny<AsText<RecordedFacts['purchases'][number]>, 'offer'>[] | null
  subscriptions: WithAny<AsText<RecordedFacts['subscriptions'][number]>, 'offer'>[] | null
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
 * All facts about some accounts, one JSON value for each: a table of `account_id` and `facts`, to be joined by whoever has the accounts at
 * hand anyway, so that knowing what they may open costs no statement of its own. It is called `recorded`, and has a row for each id of `ids` (a uuid[]), also for one that
 * nothing is recorded of. Each table is asked once for all of them, not once for each: that takes two thirds of the time.
 */
export function factsOf(ids: SQLWrapper | Placeholder): SQL {
  const list = (json: SQL, { account_id }: { account_id: PgColumn }, order?: SQL) => sql`
    select account_id, json_agg(${json}${order && sql` order by ${order}`}) as list
    from ${account_id.table} where account_id = any(${ids}::uuid[]) group by account_id`
  return sql`(
    select account_id, json_build_object(
      'grants', granted.list, 'purchases', bought.list, 'subscriptions', subscribed.list,
      'customer_id', managed.customer_id, 'has_open_checkout', has_open_checkout is not null) as facts
    from unnest(${ids}::uuid[]) as asked (account_id)
    left join (${list(grantJson, grants)}) as granted using (account_id)
    left join (${list(purchaseJson, purchases, sql`${purchases.paid_at} desc, ${purchases.id}`)}) as bought using (account_id)
    left join (${list(subscriptionJson, subscriptions, sql`${subscriptions.started_at} desc, ${subscriptions.id}`)}) as subscribed using (account_id)
    left join (${firstManagedCustomers(ids)}) as managed using (account_id)
    left join (
      select distinct account_id, true as has_open_checkout from ${checkouts}
      where account_id = any(${ids}::uuid[]) and status in ('open', 'settling')
    ) as open using (account_id)
  ) as recorded`
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** The facts out of what `factsOf` selected. A package or an offer that this build does not know (any more, or yet) opens nothing in it. */
export const readFacts = ({ customer_id, has_open_checkout, ...json }: FactsJson): RecordedFacts => ({
  grants: (json.grants ?? []).flatMap(({ package: name, granted_at, expires_at, revoked_at }) =>
    isPackage(name)
      ? [{ package: name, granted_at: new Date(granted_at), expires_at: momentOf(expires_at), revoked_at: momentOf(revoked_at) }]
      : [],
  ),
  purchases: (json.purchases ?? []).flatMap(({ offer, paid_at, refunded_at, dispute_at, ...more }) =>
    isPurchaseOffer(offer)
      ? [{ ...more, offer, paid_at: new Date(paid_at), refunded_at: momentOf(refunded_at), dispute_at: momentOf(dispute_at) }]
      : [],
  ),
  subscriptions: (json.subscriptions ?? []).flatMap(({ offer, started_at, paid_until, ended_at, ...more }) =>
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
    .select({ facts: sql<FactsJson>`recorded.facts` })
    .from(factsOf(sql`array[${sql.placeholder('id')}]`))
    .prepare('account_facts')
  return async (accountId) => {
    const [found] = await read.execute({ id: accountId })
    if (found === undefined) throw new Error('a select of one row returned none')
    return readFacts(found.facts)
  }
}
