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
  // One search by index for each account, so that the cost follows the accounts of the period and not all that was ever paid.
  const rows = await db.execute<FunnelRow>(sql`
    with reached as materialized (
      select created_at < ${start.toISOString()} as is_before, confirmed_at is not null as is_confirmed,
        exists (select from tutorial_progress where tutorial_progress.account_id = accounts.account_id) as opened,
        exists (select from ${purchases} where purchases.account_id = accounts.account_id and amount > 0 and seats = 0 and ${isFromConnectedStripe(purchases)})
        or exists (
          select from ${charges}
          where charges.account_id = accounts.account_id and amount > 0 and kind = 'studio_month' and ${isFromConnectedStripe(charges)}
        ) as bought
      from accounts where created_at >= ${startBefore.toISOString()} and created_at < ${end.toISOString()}
    )
    select is_before, count(*)::int as signed_up, (count(*) filter (where is_confirmed or opened or bought))::int as confirmed,
      (count(*) filter (where opened))::int as opened, (count(*) filter (where bought))::int as bought
    from reached group by 1`)
  const countsOf = (isBefore: boolean): FunnelCounts => {
    const { signed_up = 0, confirmed = 0, opened = 0, bought = 0 } = rows.find(({ is_before }) => is_before === isBefore) ?? {}
    return { signed_up: shownCount(signed_up), confirmed: shownCount(confirmed), opened: shownCount(opened), bought: shownCount(bought) }
  }
  return { now: countsOf(false), before: countsOf(true) }
}
