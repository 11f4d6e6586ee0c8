import { formatAmount, OFFERS } from '@academy/catalog'
import type { CurrencySales, FunnelCounts, Sales, SalesSums, SubscriptionCounts } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { AdminOnly, AdminOnlyNotice } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { type CsvRow, CsvTable } from '../../ui/csv-table.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { EmptyText, Section } from '../../ui/section.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { BarPicture } from './bar-picture.tsx'
import { type Days, funnelQuery, salesQuery } from './figure-queries.ts'
import { PeriodForm, usePeriod } from './period-form.tsx'
import { percent, shareOf, shareText } from './shown-counts.ts'

/** What the academy sold and how far new accounts came, for the administrator. */
export default function OverviewPage() {
  return (
    <div className="flex flex-col gap-10">
      <PageHeader title="Overview" lead="What the academy sold, and how far new accounts came." />
      <AdminOnly loading={<FiguresSkeleton />}>
        <Figures />
      </AdminOnly>
    </div>
  )
}

function Figures() {
  const { days, step, change } = usePeriod()
  const sales = useQuery(salesQuery(days, step))
  const funnel = useQuery(funnelQuery(days))
  if (sales.error instanceof ApiError && sales.error.status === 403) return <AdminOnlyNotice />
  return (
    <>
      <PeriodForm days={days} shown={sales.data?.period} step={step} change={change} />
      <QueryView query={sales} loading={<FiguresSkeleton />} errorTitle="We couldn't load the sales">
        {(data) => <SalesFigures sales={data} />}
      </QueryView>
      {!sales.error && (
        <QueryView query={funnel} loading={null} errorTitle="We couldn't load how far new accounts came">
          {({ counts, period }) => <Funnel now={counts.now} before={counts.before} period={period} />}
        </QueryView>
      )}
      <Section title="Learning">
        <p className="mb-4 max-w-prose text-muted">Where learners proceed through the course, and where they stop.</p>
        <LinkButton variant="secondary" to={paths.learning()}>
          How learners proceed
        </LinkButton>
      </Section>
      <Section title="Other programs">
        <p className="mb-4 max-w-prose text-muted">
          The academy tells your other programs of purchases, refunds, subscriptions and progress.
        </p>
        <LinkButton variant="secondary" to={paths.webhooks()}>
          Webhooks
        </LinkButton>
      </Section>
    </>
  )
}

const FiguresSkeleton = () => (
  <Loading
    label="Loading figures..."
    className="flex flex-col gap-6"
    blocks={['h-11 w-full max-w-xl', 'h-7 w-48', 'h-40 w-full', 'h-56 w-full']}
  />
)

type Source = CurrencySales['offers'][number]['offer']

function sourceName(source: Source): string {
  if (source === 'outside') return 'Outside the checkout'
  if (source === 'studio_gift') return 'Studio as a gift'
  return source === 'seats' ? 'Seats and gifts' : OFFERS[source].title
}

const dayText = (day: string) => formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' })
const periodText = ({ from, to }: Days) => (from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`)

function SalesFigures({ sales }: { sales: Sales }) {
  const { currencies, fees, subscriptions, period, before } = sales
  return (
    <>
      <p className="max-w-prose text-muted">
        {periodText(period)}, compared with {periodText(before)}. Days are in UTC. Refunds and lost disputes count for the day of the
        payment; the fees of Stripe are not subtracted.
      </p>
      {currencies.length === 0 && (
        <Section title="Sales">
          <EmptyText>Nothing was sold in these periods.</EmptyText>
        </Section>
      )}
      {currencies.map((currency) => (
        <CurrencyFigures key={currency.currency} sales={currency} period={period} />
      ))}
      {fees.length > 0 && (
        <Section title="Fees of Stripe">
          <ComparedList
            figures={fees.map(({ currency, amount, before }) => ({
              label: `In ${currency.toUpperCase()}`,
              now: formatAmount(amount, currency),
              before: formatAmount(before, currency),
            }))}
          />
        </Section>
      )}
      <Studios now={subscriptions.now} before={subscriptions.before} />
    </>
  )
}

const SUMS = [
  ['net', 'Net'],
  ['gross', 'Gross'],
  ['refunded', 'Refunded'],
  ['disputed', 'Lost in disputes'],
  ['contested', 'In open disputes'],
] as const satisfies readonly (readonly [keyof SalesSums, string])[]

/** Returns an amount in the whole unit of its currency, for files. */
function wholeUnits(amount: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return amount / 10 ** maximumFractionDigits
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

function CurrencyFigures({ sales, period }: { sales: CurrencySales; period: Days }) {
  const { currency, total, before, recurring, recurring_before, offers, countries, coupons, steps } = sales
  const money = (amount: number) => formatAmount(amount, currency)
  const rowOf = (name: string, sums: SalesSums): CsvRow => ({
    name,
    shown: [sums.payments.toLocaleString('en'), ...SUMS.map(([sum]) => money(sums[sum]))],
    values: [sums.payments, ...SUMS.map(([sum]) => wholeUnits(sums[sum], currency))],
  })
  const groupRow = (name: string, { payments, gross, net }: CurrencySales['countries'][number]): CsvRow => ({
    name,
    shown: [payments.toLocaleString('en'), money(net), money(gross)],
    values: [payments, wholeUnits(net, currency), wholeUnits(gross, currency)],
  })
  const code = currency.toUpperCase()
  const columns = ['Payments', ...SUMS.map(([, label]) => label)]
  const fileName = (what: string) => `${what}-${currency}-${period.from}-${period.to}.csv`
  return (
    <Section title={`Sales in ${code}`}>
      <div className="flex flex-col gap-6">
        <ComparedList
          figures={[
            ...SUMS.map(([sum, label]) => ({ label, now: money(total[sum]), before: money(before[sum]) })),
            { label: 'Monthly recurring', now: money(recurring), before: money(recurring_before) },
          ]}
        />
        <BarPicture
          label={`Net sales in ${code}, ${periodText(period)}: ${money(total.net)}. The table by step has each value.`}
          bars={steps.map(({ from, net, gross }) => ({ name: dayText(from), value: net, rest: gross - net }))}
          format={money}
          legend={['Net', 'Refunded, or lost in disputes']}
          isRestLost
        />
        <Disclosure title="By step" headingLevel={3} defaultOpen={false}>
          <CsvTable
            caption={`Sales in ${code} by step`}
            columns={['From', ...columns]}
            rows={steps.map(({ from, ...sums }) => rowOf(from, sums))}
            fileName={fileName('sales')}
          />
        </Disclosure>
        <Disclosure title="By offer" headingLevel={3}>
          <CsvTable
            caption={`Sales in ${code} by offer`}
            columns={['Offer', ...columns]}
            rows={offers.map(({ offer, ...sums }) => rowOf(sourceName(offer), sums))}
            fileName={fileName('offers')}
          />
        </Disclosure>
        <Disclosure title="By country" headingLevel={3} defaultOpen={false}>
          <CsvTable
            caption={`Sales in ${code} by country`}
            columns={['Country', 'Payments', 'Net', 'Gross']}
            rows={countries.map((group) => groupRow(group.name === null ? 'Unknown' : (COUNTRY_NAMES.of(group.name) ?? group.name), group))}
            fileName={fileName('countries')}
          />
        </Disclosure>
        {coupons.length > 0 && (
          <Disclosure title="By code" headingLevel={3} defaultOpen={false}>
            <CsvTable
              caption={`Sales in ${code} by code`}
              columns={['Code', 'Payments', 'Net', 'Gross']}
              rows={coupons.map((group) => groupRow(group.name ?? '', group))}
              fileName={fileName('codes')}
            />
          </Disclosure>
        )}
      </div>
    </Section>
  )
}

const Studios = ({ now, before }: Record<'now' | 'before', SubscriptionCounts>) => (
  <Section title="Studio subscriptions">
    <ComparedList
      figures={[
        ...(
          [
            ['active', 'Running at the end'],
            ['free', 'Of these in free months'],
            ['started', 'Began'],
            ['ended', 'Ended'],
            ['recovered', 'Paid after a failure'],
          ] as const
        ).map(([count, label]) => ({ label, now: now[count].toLocaleString('en'), before: before[count].toLocaleString('en') })),
        { label: 'Churn', now: percent(now.churn), before: percent(before.churn) },
      ]}
    />
  </Section>
)

const STAGES = [
  ['signed_up', 'Signed up'],
  ['confirmed', 'Confirmed the address'],
  ['opened', 'Opened a tutorial'],
  ['bought', 'Paid'],
] as const satisfies readonly (readonly [keyof FunnelCounts, string])[]

function Funnel({ now, before, period }: Record<'now' | 'before', FunnelCounts> & { period: Days }) {
  return (
    <Section title="New accounts">
      <div className="flex flex-col gap-4">
        <p className="max-w-prose text-muted">
          Accounts that were created in the period, and how far they came until today. Seats for others do not count as paid. Counts below 5
          are not shown.
        </p>
        <svg
          role="img"
          aria-label="How far new accounts came. The table has each value."
          viewBox={`0 0 100 ${12 * STAGES.length - 2}`}
          preserveAspectRatio="none"
          className="h-40 w-full"
        >
          {STAGES.map(([stage], index) => {
            const share = shareOf(now[stage], now.signed_up) ?? 0
            return (
              <g key={stage}>
                <rect x={0} y={index * 12} width={100} height={10} className="fill-locked-soft" />
                <rect x={0} y={index * 12} width={100 * share} height={10} className="fill-positive" />
              </g>
            )
          })}
        </svg>
        <CsvTable
          caption="How far new accounts came"
          columns={['Stage', 'Accounts', 'Share', 'Accounts before', 'Share before']}
          rows={STAGES.map(([stage, name]) => {
            const [share, shareBefore] = [shareText(now[stage], now.signed_up), shareText(before[stage], before.signed_up)]
            return { name, values: [now[stage], share, before[stage], shareBefore] }
          })}
          fileName={`new-accounts-${period.from}-${period.to}.csv`}
        />
      </div>
    </Section>
  )
}

/** A figure with the one of the period before, both as texts. */
type Compared = { label: string; now: string; before: string }

/** Figures beside those of the period before. */
const ComparedList = ({ figures }: { figures: readonly Compared[] }) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-y border-rule py-5 sm:grid-cols-3">
    {figures.map(({ label, now, before }) => (
      <div key={label} className="flex flex-col">
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="font-display text-2xl font-bold tabular-nums">{now}</dd>
        <dd className="text-sm text-muted tabular-nums">before: {before}</dd>
      </div>
    ))}
  </dl>
)
