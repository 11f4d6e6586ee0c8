import type { FunnelCounts } from '@academy/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { charges } from '../billing/facts/charges.table.ts'
import { purchases } from '../billing/facts/purchases.table.ts'
import { isFromConnectedStripe } from '../billing/facts/stripe-origin.ts'
import type { Period } from './period.ts'
import { shownCount } from './shown-count.ts'

type FunnelRow = { is_before: boolean } & Record<keyof FunnelCounts, number>

/** Loads how far the accounts that were created in a period came, and those of the period before, in one statement. */
export async function loadFunnel(db: Db, { startBefore, start, end }: Period): Promise<Record<'now' | 'before', FunnelCounts>> {
  // Joins, because Postgres would search a list of all payers once for each account as soon as it no longer fits into `work_mem`.
  const rows = await db.execute<FunnelRow>(sql`
    with created as materialized (
      select account_id, created_at < ${start.toISOString()} as is_before, confirmed_at is not null as is_confirmed
      from accounts where created_at >= ${startBefore.toISOString()} and created_at < ${end.toISOString()}
    ), opened as (
      select account_id from created where exists (select from tutorial_progress where tutorial_progress.account_id = created.account_id)
    ), bought as (
      select account_id from created where account_id in (
        select account_id from ${purchases} where amount > 0 and ${isFromConnectedStripe(purchases)}
        union all
        select account_id from ${charges} where amount > 0 and kind = 'studio_month' and ${isFromConnectedStripe(charges)}
      )
    )
    select is_before, count(*)::int as signed_up, count(opened)::int as opened, count(bought)::int as bought,
      (count(*) filter (where is_confirmed or opened.account_id is not null or bought.account_id is not null))::int as confirmed
    from created left join opened using (account_id) left join bought using (account_id) group by 1`)
  const countsOf = (isBefore: boolean): FunnelCounts => {
    const { signed_up = 0, confirmed = 0, opened = 0, bought = 0 } = rows.find(({ is_before }) => is_before === isBefore) ?? {}
    return { signed_up: shownCount(signed_up), confirmed: shownCount(confirmed), opened: shownCount(opened), bought: shownCount(bought) }
  }
  return { now: countsOf(false), before: countsOf(true) }
}
