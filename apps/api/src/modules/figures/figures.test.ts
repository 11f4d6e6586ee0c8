import { randomUUID } from 'node:crypto'
import type { CurrencySales, Sales } from '@academy/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildAdminApp } from '../../testing/build-admin-app.ts'
import { charges } from '../billing/facts/charges.table.ts'
import { purchases } from '../billing/facts/purchases.table.ts'
import { stripeFees } from '../billing/facts/stripe-fees.table.ts'
import { subscriptions } from '../billing/facts/subscriptions.table.ts'

const { app, get } = await buildAdminApp()

const at = (day: string, time = '12:00:00') => new Date(`${day}T${time}Z`)
const common = () => ({ account_id: randomUUID(), customer_id: `cus_${randomUUID()}`, synced_at: new Date() })

async function salesOf(query: string): Promise<Sales> {
  const response = await get(`figures/sales?${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data
}

// Each test has a year of its own.

type Payment = {
  table: 'purchase' | 'month' | 'outside'
  bundle: boolean
  seats: number
  currency: 'eur' | 'usd'
  amount: number
  /** Minutes after the begin of the period before. */
  minute: number
  refunded: number
  dispute: 'open' | 'won' | 'lost' | null
  country: 'DE' | 'US' | null
  coupon: 'LAUNCH' | null
  test: boolean
}

const BEGIN = Date.UTC(2026, 2, 26)
/** April 2026 and the 30 days before, with some days on both sides. */
const payment: fc.Arbitrary<Payment> = fc.record({
  table: fc.constantFrom('purchase', 'month', 'outside'),
  bundle: fc.boolean(),
  // One seat is a gift of the Studio.
  seats: fc.constantFrom(0, 0, 1, 5),
  currency: fc.constantFrom('eur', 'usd'),
  amount: fc.integer({ min: 0, max: 30_000 }),
  minute: fc.integer({ min: -40 * 1440, max: 40 * 1440 }),
  refunded: fc.constantFrom(0, 0, 0.5, 1),
  dispute: fc.constantFrom(null, null, null, 'open', 'won', 'lost'),
  country: fc.constantFrom('DE', 'US', null),
  coupon: fc.constantFrom('LAUNCH', null, null),
  test: fc.nat({ max: 9 }).map((n) => n === 0),
})

async function store(histories: readonly Payment[]): Promise<void> {
  await app.sql`insert into stripe_connection (livemode) values (true)`
  const rows = histories.map((one) => ({
    ...common(),
    id: randomUUID(),
    currency: one.currency,
    amount: one.amount,
    paid_at: new Date(BEGIN + one.minute * 60_000),
    refunded_amount: Math.floor(one.amount * one.refunded),
    dispute_status: one.dispute,
    country: one.country,
    coupon: one.coupon,
    livemode: !one.test,
    one,
  }))
  for (const { one, ...row } of rows) {
    if (one.table === 'purchase')
      await app.db.insert(purchases).values({
        ...row,
        offer: one.bundle ? 'bundle' : one.seats === 1 ? 'studio_3_months' : 'master_course',
        seats: one.bundle ? 0 : one.seats,
        price_id: 'price',
      })
    else await app.db.insert(charges).values({ ...row, kind: one.table === 'month' ? 'studio_month' : 'outside' })
  }
}

/** Computes the net amount of each offer, day, country and code, one payment at a time, without the product. */
function expectedNet(histories: readonly Payment[], from: string, to: string): Record<string, number> {
  const net: Record<string, number> = {}
  for (const { table, bundle, seats, currency, amount, minute, refunded, dispute, country, coupon, test: isTest } of histories) {
    const day = new Date(BEGIN + minute * 60_000).toISOString().slice(0, 10)
    if (isTest || amount === 0 || day < from || day > to) continue
    const course = seats === 0 ? 'master_course' : seats === 1 ? 'studio_gift' : 'seats'
    const offer = table === 'purchase' ? (bundle ? 'bundle' : course) : table === 'month' ? 'studio' : 'outside'
    const kept = dispute === 'lost' ? 0 : amount - Math.floor(amount * refunded)
    const keys = [`${currency} ${offer}`, `${currency} ${day}`, `${currency} country ${country}`, currency]
    for (const key of coupon === null ? keys : [...keys, `${currency} ${coupon}`]) net[key] = (net[key] ?? 0) + kept
  }
  return net
}

const withoutZeros = (net: Record<string, number>) => Object.fromEntries(Object.entries(net).filter(([, value]) => value !== 0))

function netOf(currencies: readonly CurrencySales[]): Record<string, number> {
  const net: Record<string, number> = {}
  for (const { currency, total, offers, steps, countries, coupons } of currencies) {
    net[currency] = total.net
    for (const { offer, ...sums } of offers) net[`${currency} ${offer}`] = sums.net
    for (const { name, ...sums } of countries) net[`${currency} country ${name}`] = sums.net
    for (const { name, ...sums } of coupons) net[`${currency} ${name}`] = sums.net
    for (const { from, ...sums } of steps) net[`${currency} ${from}`] = sums.net
  }
  return net
}

test('INSIGHT-01 the sales of 1,000 generated payments are those of an independent computation, also of the period before', async () => {
  const histories = fc.sample(payment, 1_000)
  await store(histories)
  const { period, before, currencies } = await salesOf('from=2026-04-01&to=2026-04-30')
  expect([period, before]).toEqual([
    { from: '2026-04-01', to: '2026-04-30' },
    { from: '2026-03-02', to: '2026-03-31' },
  ])
  expect(withoutZeros(netOf(currencies))).toEqual(withoutZeros(expectedNet(histories, '2026-04-01', '2026-04-30')))
  const expectedBefore = expectedNet(histories, '2026-03-02', '2026-03-31')
  for (const { currency, before: sums } of currencies) expect([currency, sums.net]).toEqual([currency, expectedBefore[currency] ?? 0])
})

test('INSIGHT-01 a payment counts for its day in UTC, and weeks begin on Monday', async () => {
  for (const paid_at of [
    at('2024-04-03', '00:00:00'),
    at('2024-04-07', '23:59:59'),
    at('2024-04-08', '00:00:00'),
    at('2024-05-01', '00:00:00'),
  ])
    await app.db
      .insert(purchases)
      .values({ ...common(), id: randomUUID(), offer: 'bundle', price_id: 'price', currency: 'eur', amount: 100, paid_at })
  const grossOf = async (step: string) => {
    const [eur] = (await salesOf(`from=2024-04-03&to=2024-05-01&step=${step}`)).currencies
    return eur?.steps.filter(({ gross }) => gross > 0).map(({ from, gross }) => [from, gross])
  }
  expect(await grossOf('day')).toEqual([
    ['2024-04-03', 100],
    ['2024-04-07', 100],
    ['2024-04-08', 100],
    ['2024-05-01', 100],
  ])
  // The period begins within a week.
  expect(await grossOf('week')).toEqual([
    ['2024-04-03', 200],
    ['2024-04-08', 100],
    ['2024-04-29', 100],
  ])
  expect(await grossOf('month')).toEqual([
    ['2024-04-03', 300],
    ['2024-05-01', 100],
  ])
})

test('INSIGHT-02 tells refunds, lost disputes and open ones apart, and never adds currencies', async () => {
  const row = (changes: object) => ({
    ...common(),
    id: randomUUID(),
    offer: 'bundle' as const,
    price_id: 'price',
    paid_at: at('2023-04-02'),
    ...changes,
  })
  await app.db
    .insert(purchases)
    .values([
      row({ currency: 'eur', amount: 1000, refunded_amount: 300, dispute_status: 'lost' }),
      row({ currency: 'eur', amount: 500, dispute_status: 'open' }),
      row({ currency: 'usd', amount: 70, refunded_amount: 70 }),
    ] as (typeof purchases.$inferInsert)[])
  const { currencies } = await salesOf('from=2023-04-01&to=2023-04-03')
  expect(currencies.map(({ currency, total }) => ({ currency, ...total }))).toEqual([
    { currency: 'eur', payments: 2, gross: 1500, refunded: 300, disputed: 700, contested: 500, net: 500 },
    { currency: 'usd', payments: 1, gross: 70, refunded: 70, disputed: 0, contested: 0, net: 0 },
  ])
})

test('INSIGHT-13 adds up the fees of the payments in the currency in which Stripe settles them', async () => {
  const pay = async (currency: 'eur' | 'usd', day: string, fee: { amount: number; currency: string } | null) => {
    const charge_id = randomUUID()
    const row = { ...common(), id: randomUUID(), charge_id, offer: 'bundle' as const, price_id: 'price', currency, amount: 1000 }
    await app.db.insert(purchases).values({ ...row, paid_at: at(day) })
    if (fee) await app.db.insert(stripeFees).values({ charge_id, ...fee, created: at(day) })
  }
  await pay('eur', '2025-04-02', { amount: 40, currency: 'eur' })
  await pay('usd', '2025-04-02', { amount: 61, currency: 'eur' })
  await pay('usd', '2025-04-02', null)
  await pay('usd', '2025-04-01', { amount: 30, currency: 'usd' })
  await app.db
    .insert(charges)
    .values({ ...common(), id: 'ch_fee', kind: 'studio_month', amount: 9, currency: 'eur', paid_at: at('2025-04-02') })
  await app.db.insert(stripeFees).values({ charge_id: 'ch_fee', amount: 7, currency: 'eur', created: at('2025-04-02') })
  expect((await salesOf('from=2025-04-02')).fees).toEqual([
    { currency: 'eur', amount: 108, before: 0 },
    { currency: 'usd', amount: 0, before: 30 },
  ])
})

test('INSIGHT-03 counts subscriptions at the end of the period, with churn and what their last month was charged', async () => {
  const studio = (id: string, started: string, changes: Partial<typeof subscriptions.$inferInsert> = {}) =>
    app.db
      .insert(subscriptions)
      .values({ ...common(), id, offer: 'studio', price_id: 'price', status: 'active', started_at: at(started), ...changes })
  const month = (subscription_id: string, day: string, amount: number, recovered = false) =>
    app.db.insert(charges).values({
      ...common(),
      id: randomUUID(),
      kind: 'studio_month',
      subscription_id,
      amount,
      recovered,
      currency: 'eur',
      paid_at: at(day),
    })
  await studio('stays', '2022-03-01')
  await studio('leaves', '2022-03-02', { status: 'canceled', ended_at: at('2022-04-10') })
  await studio('free', '2022-04-03', { status: 'trialing', trial_end: at('2022-07-03') })
  await studio('never began', '2022-04-04', { status: 'incomplete_expired' })
  await studio('later', '2022-05-04')
  await month('stays', '2022-03-01', 1500)
  await month('stays', '2022-04-01', 1700, true)
  await month('stays', '2022-05-01', 9900, true)
  await month('leaves', '2022-03-02', 1900)
  await month('later', '2022-05-04', 1700)
  const { subscriptions: counts, currencies } = await salesOf('from=2022-04-01&to=2022-04-30')
  expect(counts).toEqual({
    now: { active: 2, free: 1, started: 1, ended: 1, recovered: 1, churn: 0.5 },
    before: { active: 2, free: 0, started: 1, ended: 0, recovered: 0, churn: 0 },
  })
  expect(currencies.map(({ recurring, recurring_before }) => [recurring, recurring_before])).toEqual([[1700, 3400]])
})

test('SEAT-19 a buyer of seats is not counted as a learner who paid', async () => {
  const created = await app.sql<{ account_id: string }[]>`
    insert into accounts (account_id, created_at) select gen_random_uuid(), '2020-04-02'::date from generate_series(1, 12) returning account_id`
  for (const [index, { account_id }] of created.entries())
    await app.db.insert(purchases).values({
      ...{ ...common(), account_id, id: randomUUID(), offer: 'master_course', price_id: 'price', currency: 'eur', amount: 1 },
      ...{ seats: index < 7 ? 5 : 0, paid_at: at('2020-04-05') },
    })
  const { now } = (await get('figures/funnel?from=2020-04-01&to=2020-04-30')).json().data.counts
  expect(now).toMatchObject({ signed_up: 12, bought: 5 })
})

test('INSIGHT-04 a funnel shows how far the accounts of a period came, and no count below 5', async () => {
  const create = async (count: number, day: string) => {
    const created = await app.sql<{ account_id: string }[]>`
      insert into accounts (account_id, created_at) select gen_random_uuid(), ${day}::date from generate_series(1, ${count}::int)
      returning account_id`
    return created.map(({ account_id }) => account_id)
  }
  const ids = await create(9, '2021-04-02')
  for (const id of ids.slice(4, 7)) await app.sql`update accounts set confirmed_at = '2021-04-02' where account_id = ${id}`
  await create(4, '2021-03-20')
  for (const account_id of ids.slice(0, 5))
    await app.sql`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at)
      select ${account_id}::uuid, id, '2021-04-03', '2021-04-03' from unnest('{first,second}'::text[]) id`
  for (const account_id of ids.slice(0, 4))
    await app.db.insert(purchases).values({
      ...common(),
      account_id,
      id: randomUUID(),
      offer: 'bundle',
      price_id: 'price',
      currency: 'eur',
      amount: 1,
      paid_at: at('2021-04-05'),
    })
  const { now, before } = (await get('figures/funnel?from=2021-04-01&to=2021-04-30')).json().data.counts
  expect(now).toEqual({ signed_up: 9, confirmed: 7, opened: 5, bought: 'fewer than 5' })
  expect(before).toEqual({ signed_up: 'fewer than 5', confirmed: 'fewer than 5', opened: 'fewer than 5', bought: 'fewer than 5' })
})

test.each(['from=2021-04-02&to=2021-04-01', 'from=2017-01-01&to=2021-04-01', 'from=yesterday', 'to=1999-01-01', 'to=2021-02-30'])(
  'INSIGHT-05 refuses the period %s',
  async (query) => {
    for (const name of ['sales', 'funnel']) {
      const response = await get(`figures/${name}?${query}`)
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
    }
  },
)

test('INSIGHT-05 takes the last 30 days without a period', async () => {
  const { period } = (await get('figures/funnel')).json().data
  expect((Date.parse(period.to) - Date.parse(period.from)) / 86_400_000).toBe(29)
})
