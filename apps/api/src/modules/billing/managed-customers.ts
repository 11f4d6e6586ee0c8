import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { billingCustomers } from './customers.table.ts'
import { subscriptions } from './subscriptions.table.ts'

type Ids = SQLWrapper | Placeholder

const managed = (ids: Ids): SQL => sql`(
  select account_id, customer_id, case when cancel_at is null then 1 else 2 end as place, started_at as since from ${subscriptions}
    where account_id = any(${ids}::uuid[]) and status not in ('canceled', 'incomplete', 'incomplete_expired')
  union all
  select account_id, customer_id, 3, created_at from ${billingCustomers} where account_id = any(${ids}::uuid[]) and checkout_completed_at is not null
) as managed`

const order = sql.raw('account_id, place, since desc, customer_id')

/**
 * The customers at Stripe as whom accounts have something to manage, as a query of `account_id` and `customer_id`: of each Studio
 * that is not over, whoever made it, first those that renew by themselves; then the one that the account pays as, once a checkout of it has
 * completed. Somebody may have come to a second customer by hand; what it is charged for must be in reach as well. `ids` is a uuid[].
 */
export const managedCustomers = (ids: Ids): SQL => sql`select account_id, customer_id from ${managed(ids)} order by ${order}`

/** The first of them for each account that has one. */
export const firstManagedCustomers = (ids: Ids): SQL =>
  sql`select distinct on (account_id) account_id, customer_id from ${managed(ids)} order by ${order}`
