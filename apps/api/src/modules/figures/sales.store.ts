import { STUDIO_GIFT_NAMES } from '@academy/catalog'
import type { CurrencySales, Sales, SalesSums, SubscriptionCounts } from '@academy/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { charges } from '../billing/facts/charges.table.ts'
import { purchases } from '../billing/facts/purchases.table.ts'
import { stripeFees } from '../billing/facts/stripe-fees.table.ts'
import { isFromConnectedStripe } from '../billing/facts/stripe-origin.ts'
import { subscriptions } from '../billing/facts/subscriptions.table.ts'
import { type Period, type Step, stepsOf } from './period.ts'

type Source = CurrencySales['offers'][number]['offer']
type SoldRow = Omit<SalesSums, 'net'> & { currency: string; offer: Source; is_before: boolean; step: string }
type RecurringRow = { currency: string; now: number; before: number }
type GroupRow = { currency: string; name: string | null; payments: number; gross: number; net: number }
type CountRow = Omit<SubscriptionCounts, 'churn'> & { at_start: number; ended_of_start: number }
type SalesRow = {
  sold: SoldRow[]
  fees: Sales['fees']
  countries: GroupRow[]
  coupons: GroupRow[]
  recurring: RecurringRow[]
  now: CountRow
  before: CountRow
}

type SalesOptions = {
  /** Leaves out invoices that were marked as paid outside Stripe, of which Stripe has no charge. */
  chargedOnly?: boolean
}

/** Selects the payments from `since` to `until` with one row for each purchase and charge. A code that left nothing to pay made no payment. */
const paymentsBetween = (since: Date, until: Date, { chargedOnly = false }: SalesOptions): SQL => {
  const columns = sql`currency, amount, refunded_amount, dispute_status, paid_at, country, coupon`
  const isPaid = sql`amount > 0 and paid_at >= ${since.toISOString()} and paid_at < ${until.toISOString()}`
  return sql`
    select case when seats = 0 then offer when offer = any(${sql.param([...STUDIO_GIFT_NAMES])}::text[]) then 'studio_gift' else 'seats' end as offer, charge_id, ${columns} from ${purchases} where ${isPaid} and ${isFromConnectedStripe(purchases)}
    union all
    select case kind when 'studio_month' then 'studio' else kind end, id, ${columns} from ${charges}
    where ${isPaid} and ${isFromConnectedStripe(charges)} and (id is distinct from invoice_id or not ${chargedOnly}::boolean)`
}

/** The condition that a subscription of the Studio ran at a time. */
const ranAt = (at: Date): SQL => sql`(started_at < ${at.toISOString()} and (ended_at is null or ended_at >= ${at.toISOString()}))`

/** Selects the counts of the subscriptions that ran between two times. */
const countsBetween = (start: Date, end: Date): SQL => {
  const isWithin = (column: SQL) => sql`(${column} >= ${start.toISOString()} and ${column} < ${end.toISOString()})`
  return sql`
    select
      count(*) filter (where ${ranAt(end)}) as active,
      count(*) filter (where ${ranAt(end)} and trial_end >= ${end.toISOString()}) as free,
      count(*) filter (where ${isWithin(sql`started_at`)}) as started,
      count(*) filter (where ${isWithin(sql`ended_at`)}) as ended,
      (select count(distinct subscription_id) from ${charges}
        where recovered and kind = 'studio_month' and ${isWithin(sql`paid_at`)} and ${isFromConnectedStripe(charges)}) as recovered,
      count(*) filter (where ${ranAt(start)}) as at_start,
      count(*) filter (where ${ranAt(start)} and ${isWithin(sql`ended_at`)}) as ended_of_start
    from studios`
}

/** Selects the payments of the period by currency and a column, the highest net amount first. */
const groupedBy = (column: SQL): SQL => sql`
  select currency, ${column} as name, sum(payments) as payments, sum(gross) as gross, sum(gross - refunded - disputed) as net
  from daily where not is_before group by 1, 2 order by net desc, name`

const NOTHING: SalesSums = { payments: 0, gross: 0, refunded: 0, disputed: 0, contested: 0, net: 0 }

/** Adds up payments of one currency. */
function addUp(rows: readonly SoldRow[]): SalesSums {
  const sums = { ...NOTHING }
  for (const row of rows) {
    sums.payments += row.payments
    sums.gross += row.gross
    sums.refunded += row.refunded
    sums.disputed += row.disputed
    sums.contested += row.contested
  }
  return { ...sums, net: sums.gross - sums.refunded - sums.disputed }
}

const toCounts = ({ at_start, ended_of_start, ...counts }: CountRow): SubscriptionCounts => ({
  ...counts,
  churn: at_start === 0 ? null : ended_of_start / at_start,
})

/**
 * Loads the sales of a period from the facts, and of the period before, in one statement. What went back counts for the day of the payment,
 * because Stripe reports it of a charge as an amount without a time.
 */
export async function loadSales(db: Db, period: Period, step: Step, options: SalesOptions = {}): Promise<Sales> {
  const { startBefore, start, end } = period
  const [begin, middle] = [startBefore.toISOString(), start.toISOString()]
  const [row] = await db.execute<SalesRow>(sql`
    with payments as (${paymentsBetween(startBefore, end, options)}), daily as materialized (
      select (paid_at at time zone 'UTC')::date as day, payments.currency, offer, country, coupon, paid_at < ${middle} as is_before,
        count(*) as payments, sum(payments.amount) as gross, sum(refunded_amount) as refunded,
        coalesce(sum(payments.amount - refunded_amount) filter (where dispute_status = 'lost'), 0) as disputed,
        coalesce(sum(payments.amount - refunded_amount) filter (where dispute_status = 'open'), 0) as contested,
        fees.currency as fee_currency, sum(fees.amount) as fee
      from payments left join ${stripeFees} fees using (charge_id) group by 1, 2, 3, 4, 5, 6, fees.currency
    ), sold as (
      select currency, offer, is_before,
        to_char(greatest(date_trunc(${step}::text, day::timestamp),
          case when is_before then ${begin}::timestamptz else ${middle}::timestamptz end at time zone 'UTC'), 'YYYY-MM-DD') as step,
        sum(payments) as payments, sum(gross) as gross, sum(refunded) as refunded, sum(disputed) as disputed, sum(contested) as contested
      from daily group by 1, 2, 3, 4
    ), studios as (
      select id, started_at, ended_at, trial_end from ${subscriptions} where status not in ('incomplete', 'incomplete_expired') and ${isFromConnectedStripe(subscriptions)}
    ), recurring as (
      select coalesce(current.currency, earlier.currency) as currency,
        coalesce(sum(current.amount), 0) as now, coalesce(sum(earlier.amount), 0) as before
      from studios left join lateral (${lastMonthAt(end)}) current on true left join lateral (${lastMonthAt(start)}) earlier on true
      where coalesce(current.currency, earlier.currency) is not null group by 1
    )
    select
      (select coalesce(json_agg(sold), '[]') from sold) as sold,
      (select coalesce(json_agg(fees), '[]') from (
        select fee_currency as currency, coalesce(sum(fee) filter (where not is_before), 0) as amount,
          coalesce(sum(fee) filter (where is_before), 0) as before
        from daily where fee_currency is not null group by 1 order by 1) fees) as fees,
      (select coalesce(json_agg(countries), '[]') from (${groupedBy(sql`country`)}) countries) as countries,
      (select coalesce(json_agg(coupons), '[]') from (${groupedBy(sql`coupon`)}) coupons where name is not null) as coupons,
      (select coalesce(json_agg(recurring), '[]') from recurring) as recurring,
      (select row_to_json(counts) from (${countsBetween(start, end)}) counts) as now,
      (select row_to_json(counts) from (${countsBetween(startBefore, start)}) counts) as before`)
  if (row === undefined) throw new Error('a statement of subqueries returned no row')
  return toSales(row, period, stepsOf(period, step))
}

/** Selects the last month that a subscription was charged before a time at which it ran. */
const lastMonthAt = (at: Date): SQL => sql`
  select currency, amount from ${charges}
  where ${ranAt(at)} and kind = 'studio_month' and subscription_id = studios.id and paid_at < ${at.toISOString()}
  order by paid_at desc limit 1`

function toSales({ sold, fees, countries, coupons, recurring, now, before }: SalesRow, period: Period, steps: readonly string[]): Sales {
  const currencies = [...new Set([...sold, ...recurring].map(({ currency }) => currency))].toSorted()
  const groupsOf = (rows: readonly GroupRow[], code: string) => rows.flatMap(({ currency, ...group }) => (currency === code ? [group] : []))
  return {
    period: period.period,
    before: period.before,
    fees,
    currencies: currencies.map((currency) => {
      const own = sold.filter((row) => row.currency === currency)
      const current = own.filter(({ is_before }) => !is_before)
      const months = recurring.find((row) => row.currency === currency)
      const offers = [...new Set(current.map(({ offer }) => offer))].toSorted()
      return {
        currency,
        total: addUp(current),
        before: addUp(own.filter(({ is_before }) => is_before)),
        recurring: months?.now ?? 0,
        recurring_before: months?.before ?? 0,
        offers: offers.map((offer) => ({ offer, ...addUp(current.filter((row) => row.offer === offer)) })),
        countries: groupsOf(countries, currency),
        coupons: groupsOf(coupons, currency),
        steps: steps.map((from) => ({ from, ...addUp(current.filter((row) => row.step === from)) })),
      }
    }),
    subscriptions: { now: toCounts(now), before: toCounts(before) },
  }
}
