import { GRACE_DAYS } from '@academy/catalog'
import type { Plan, Receipt } from '@academy/contract'
import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const academy = await startSellingAcademy({ env: { STRIPE_INVOICES: 'false' } })
const { app, stripe, advance, control } = academy
const withInvoices = await academy.another({ STRIPE_INVOICES: 'true' })

const DAY_MS = 86_400_000

type Buyer = Awaited<ReturnType<typeof academy.buyer>>

const get = ({ headers }: Buyer, path: string) => app.inject({ method: 'GET', url: `/api/payments/${path}`, headers })
const plansOf = async (ada: Buyer): Promise<Plan[]> => (await get(ada, 'plans')).json()
const receiptsOf = async (ada: Buyer): Promise<{ receipts: Receipt[]; has_more: boolean }> => (await get(ada, 'receipts')).json()

async function buyerOf(choice: object): Promise<Buyer> {
  const ada = await academy.buyer()
  await ada.buys(choice)
  await app.payments?.sync(await ada.customer())
  return ada
}

const resync = async (ada: Buyer): Promise<Plan | undefined> => {
  await app.payments?.sync(await ada.customer())
  return (await plansOf(ada))[0]
}

test('BUY-07 a plan has the price and the dates of its contract: free, renewing, cancelled, unpaid', async () => {
  const ada = await buyerOf({ bundle: true, currency: 'usd' })
  const [trial] = await plansOf(ada)
  expect(trial).toMatchObject({ status: 'trialing', amount: 19_00, currency: 'usd', is_discounted: false, ends_at: null, pay_until: null })
  expect(new Date(trial?.free_until ?? 0).getTime()).toBeGreaterThan(Date.now() + 88 * DAY_MS)

  await advance(93)
  await expect.poll(async () => (await resync(ada))?.status).toBe('active')
  const active = await resync(ada)
  expect(active).toMatchObject({ free_until: null, ends_at: null, pay_until: null })
  expect(active?.renews_at).not.toBe(trial?.renews_at)

  const customer = await ada.customer()
  await control(`/stripe/control/customers/${customer}/fail_charges`, { times: 100 })
  await advance(31)
  await expect.poll(async () => (await resync(ada))?.status).toBe('past_due')
  const unpaid = await resync(ada)
  const paidUntil = new Date(active?.renews_at ?? 0).getTime()
  expect(unpaid?.pay_until).toBe(new Date(paidUntil + GRACE_DAYS * DAY_MS).toISOString())

  const { data } = await stripe.subscriptions.list({ customer })
  await stripe.subscriptions.update(data[0]?.id ?? '', { cancel_at_period_end: true })
  expect((await resync(ada))?.ends_at).not.toBeNull()
  await stripe.subscriptions.cancel(data[0]?.id ?? '')
  expect(await resync(ada)).toBeUndefined()
})

test('BUY-07 a plan shows what its subscriber just changed in the billing portal, while the webhook is late', async () => {
  const ada = await buyerOf({ numberOfPlans: 1 })
  const [studio] = (await stripe.subscriptions.list({ customer: await ada.customer() })).data
  const change = (cancel_at_period_end: boolean) => stripe.subscriptions.update(studio?.id ?? '', { cancel_at_period_end })
  const [renewing] = await plansOf(ada)
  await change(true)
  expect(await plansOf(ada)).toEqual([{ ...renewing, ends_at: renewing?.renews_at }])
  await change(false)
  expect(await plansOf(ada)).toEqual([{ ...renewing, ends_at: null }])
  await stripe.subscriptions.cancel(studio?.id ?? '')
  expect(await plansOf(ada)).toEqual([])
})

test('BUY-07 marks a discounted plan, and sends no request to Stripe for accounts without a Studio', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' })
  const { code } = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
  const ada = await academy.buyer()
  await ada.buys({ numberOfPlans: 1 }, { promotion_code: code })
  await app.payments?.sync(await ada.customer())
  expect((await plansOf(ada))[0]).toMatchObject({ amount: 17_00, currency: 'eur', is_discounted: true })
  await academy.fault({ kind: 'down' })
  expect((await get(ada, 'plans')).statusCode).toBe(502)
  expect(await plansOf(await academy.buyer())).toEqual([])
  await academy.clearFaults()
})

test('BUY-07 of two Studios the one that renews comes first', async () => {
  const ada = await buyerOf({ numberOfPlans: 1 })
  const customer = await ada.customer()
  const [first] = (await stripe.subscriptions.list({ customer })).data
  await stripe.subscriptions.update(first?.id ?? '', { cancel_at_period_end: true })
  const items = [{ price: first?.items.data[0]?.price.id ?? '' }]
  await stripe.subscriptions.create({ customer, items, trial_period_days: 30 })
  await resync(ada)
  expect((await plansOf(ada)).map(({ status, ends_at }) => [status, ends_at])).toEqual([
    ['trialing', null],
    ['active', expect.any(String)],
  ])
})

test("BUY-08 lists the account's own charges and invoices, newest first, with their pages at Stripe and their refunds", async () => {
  const ada = await buyerOf({ masterCourse: true })
  await ada.buys({ numberOfPlans: 1 })
  await app.payments?.sync(await ada.customer())
  const { receipts, has_more } = await receiptsOf(ada)
  expect(has_more).toBe(false)
  expect(receipts.map(({ amount, currency, state }) => [amount, currency, state])).toEqual([
    [17_00, 'eur', 'paid'],
    [259_00, 'eur', 'paid'],
  ])
  for (const { url } of receipts) expect((await fetch(url ?? '')).status).toBe(200)
  expect(new Set(receipts.map(({ id }) => id)).size).toBe(2)

  const course = receipts[1]?.id ?? ''
  await stripe.refunds.create({ charge: course, amount: 59_00 })
  expect((await receiptsOf(ada)).receipts[1]?.state).toBe('partly_refunded')
  await stripe.refunds.create({ charge: course })
  expect((await receiptsOf(ada)).receipts[1]?.state).toBe('refunded')

  expect(await receiptsOf(await academy.buyer())).toEqual({ receipts: [], has_more: false })
  await academy.fault({ kind: 'down' })
  expect((await get(ada, 'receipts')).statusCode).toBe(502)
  await academy.clearFaults()
})

test('BUY-08 a payment that was lost in a dispute went back', async () => {
  const ada = await buyerOf({ numberOfPlans: 1 })
  const stateOf = async () => (await receiptsOf(ada)).receipts.map(({ state }) => state)
  const [charge] = (await stripe.charges.list({ customer: await ada.customer() })).data
  const dispute = await control<{ id: string }>('/stripe/control/disputes', { charge: charge?.id })
  expect(await stateOf(), 'while the bank decides').toEqual(['paid'])
  await control(`/stripe/control/disputes/${dispute.id}/status`, { status: 'lost' })
  expect(await stateOf()).toEqual(['dispute_lost'])
})

test('BUY-08 lists one receipt for a bundle or an invoiced purchase, an open one for an unpaid renewal, and none for free months', async () => {
  const ada = await academy.buyer()
  const response = await withInvoices.inject({
    method: 'POST',
    url: '/api/payments/create-checkout-session',
    headers: ada.headers,
    payload: { bundle: true, currency: 'eur', successUrl: 'http://localhost:3000/dashboard', cancelUrl: 'http://localhost:3000/dashboard' },
  })
  await ada.pays(academy.sessionOf(response.json().url))
  await app.payments?.sync(await ada.customer())
  expect((await receiptsOf(ada)).receipts).toMatchObject([{ amount: 249_00, state: 'paid', description: 'Launch bundle' }])
  await control(`/stripe/control/customers/${await ada.customer()}/fail_charges`, { times: 100 })
  await advance(93)
  await expect
    .poll(async () => (await receiptsOf(ada)).receipts.map(({ amount, state }) => [amount, state]))
    .toEqual([
      [17_00, 'open'],
      [249_00, 'paid'],
    ])
})

test('SEAT-19 the receipt of seats names their number, and what was refunded of it', async () => {
  const ada = await academy.buyer()
  await ada.buysSeats(5)
  expect((await receiptsOf(ada)).receipts).toMatchObject([{ amount: 5 * 220_15, state: 'paid', description: 'Master Course, 5 seats' }])
  const [charge] = (await stripe.charges.list({ customer: await ada.customer() })).data
  await stripe.refunds.create({ charge: charge?.id ?? '', amount: 220_15 })
  expect((await receiptsOf(ada)).receipts).toMatchObject([{ state: 'partly_refunded', description: 'Master Course, 5 seats' }])
})

test('BUY-08 a customer that Stripe no longer knows has no receipts', async () => {
  const ada = await academy.buyer()
  await app.sql`insert into billing_customers (customer_id, account_id) values ('cus_unknown', ${ada.id})`
  expect(await receiptsOf(ada)).toEqual({ receipts: [], has_more: false })
})

test('BUY-08 the unpaid invoice of an ended Studio is not a receipt', async () => {
  const ada = await buyerOf({ numberOfPlans: 1 })
  const customer = await ada.customer()
  await control(`/stripe/control/customers/${customer}/fail_charges`, { times: 100 })
  await advance(75)
  await expect.poll(async () => (await stripe.subscriptions.list({ customer, status: 'canceled' })).data.length).toBe(1)
  await resync(ada)
  expect((await stripe.invoices.list({ customer })).data.map(({ status }) => status)).toContain('open')
  expect((await receiptsOf(ada)).receipts.map(({ state }) => state)).toEqual(['paid'])
})

test('BUY-08 lists receipts from before more than a hundred later payments', async () => {
  const ada = await buyerOf({ masterCourse: true })
  const customer = await ada.customer()
  const later = { amount: 1_00, currency: 'eur', customer, payment_method: 'pm_card_visa', confirm: true }
  for (let paid = 0; paid < 105; paid += 15) await Promise.all(Array.from({ length: 15 }, () => stripe.paymentIntents.create(later)))
  const { receipts, has_more } = await receiptsOf(ada)
  expect([receipts.length, receipts.at(-1)?.amount, has_more]).toEqual([106, 259_00, false])
})

test('EDGE-11 limits how often one account reads plans and receipts and opens the portal in a minute, and no other account', async () => {
  const [eve, ada] = [await academy.buyer(), await academy.buyer()]
  const reads = [() => get(eve, 'plans'), () => get(eve, 'receipts'), () => eve.portal({ customer: 'cus_1' })]
  for (let round = 0; round < 10; round += 1)
    expect(await Promise.all(reads.map(async (read) => (await read()).statusCode))).toEqual([200, 200, 404])
  for (const read of reads) {
    const response = await read()
    expect([response.statusCode, response.json().code]).toEqual([429, 'rate_limited'])
  }
  expect((await eve.context()).email, 'everything else goes on').toBe(eve.email)
  expect((await get(ada, 'receipts')).statusCode).toBe(200)
})
