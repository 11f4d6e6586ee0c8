import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { billingCustomers } from './customers.table.ts'
import { subscriptions } from './subscriptions.table.ts'

/**
 * The customers at Stripe as whom an account has something to manage, as a query of `customer_id`: of each Studio that is not over,
 * whoever made it, first those that renew by themselves; then the one that the account pays as, once a checkout of it has completed.
 * Somebody may have come to a second customer by hand; what it is charged for must be in reach as well.
 */
export const managedCustomers = (accountId: SQLWrapper | Placeholder): SQL => sql`
  select customer_id from (
    select customer_id, case when cancel_at is null then 1 else 2 end as place, started_at as since from ${subscriptions}
      where account_id = ${accountId} and status not in ('canceled', 'incomplete', 'incomplete_expired')
    union all
    select customer_id, 3, created_at from ${billingCustomers} where account_id = ${accountId} and checkout_completed_at is not null
  ) as managed order by place, since desc, customer_id`
