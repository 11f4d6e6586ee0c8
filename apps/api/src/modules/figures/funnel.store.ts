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
  const rows = await db.execute<FunnelRow>(sql`
    with payers as (
      select account_id from ${purchases} where amount > 0 and ${isFromConnectedStripe(purchases)}
      union
      select account_id from ${charges} where amount > 0 and kind = 'studio_month' and ${isFromConnectedStripe(charges)}
    )
    select created_at < ${start.toISOString()} as is_before, count(*)::int as signed_up,
      (count(*) filter (where confirmed_at is not null or has_opened or has_bought))::int as confirmed,
      (count(*) filter (where has_opened))::int as opened, (count(*) filter (where has_bought))::int as bought
    from (
      select created_at, confirmed_at, account_id in (select account_id from payers) as has_bought,
        exists (select from tutorial_progress where tutorial_progress.account_id = accounts.account_id) as has_opened
      from accounts where created_at >= ${startBefore.toISOString()} and created_at < ${end.toISOString()}
    ) created group by 1`)
  const countsOf = (isBefore: boolean): FunnelCounts => {
    const { signed_up = 0, confirmed = 0, opened = 0, bought = 0 } = rows.find(({ is_before }) => is_before === isBefore) ?? {}
    return { signed_up: shownCount(signed_up), confirmed: shownCount(confirmed), opened: shownCount(opened), bought: shownCount(bought) }
  }
  return { now: countsOf(false), before: countsOf(true) }
}
