import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodOf } from '../modules/figures/period.ts'
import { loadSales } from '../modules/figures/sales.store.ts'
import { startSellingAcademy } from '../testing/selling-academy.ts'
import { findDifferences } from './check-figures.ts'

const { app, stripe, buyer, control, advance, settleDebits } = await startSellingAcademy()
type Buyer = Awaited<ReturnType<typeof buyer>>

const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: 'once' })
await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code: 'LAUNCH' })
/** Buys something with the code. */
const redeems = (ada: Buyer, choice: object, country: string) =>
  ada.buys({ ...choice, allow_promotion_codes: true }, { promotion_code: 'LAUNCH', country })

const newestCharge = async (ada: Buyer) =>
  (await stripe.charges.list({ customer: await ada.customer(), limit: 100 })).data.find(
    ({ paid, disputed, amount_refunded }) => paid && !disputed && amount_refunded === 0,
  )

async function dispute(ada: Buyer, outcome: 'won' | 'lost'): Promise<void> {
  const charge = await newestCharge(ada)
  if (!charge) return
  const { id, status } = await control<{ id: string; status: string }>('/stripe/control/disputes', { charge: charge.id })
  // A dispute about a bank debit is final.
  if (status !== 'lost') await control(`/stripe/control/disputes/${id}/status`, { status: outcome })
}

const STEPS: Record<string, (ada: Buyer) => Promise<unknown>> = {
  buysCourse: (ada) => ada.buys({ masterCourse: true, currency: 'usd' }),
  buysBundle: (ada) => ada.buys({ bundle: true }, { country: 'FR' }),
  buysStudio: (ada) => redeems(ada, { numberOfPlans: 1 }, 'AT'),
  buysByDebit: async (ada) => {
    await ada.buys({ numberOfPlans: 1 }, { bank: true })
    await settleDebits(await ada.customer(), 'succeeded')
  },
  aMonthPasses: () => advance(32),
  aQuarterPasses: () => advance(93),
  paysAfterAFailure: async (ada) => {
    await control(`/stripe/control/customers/${await ada.customer()}/fail_charges`)
    await advance(40)
  },
  refundsAPart: async (ada) => {
    const charge = await newestCharge(ada)
    if (charge) await stripe.refunds.create({ charge: charge.id, amount: 500 })
  },
  refundsAll: async (ada) => {
    const charge = await newestCharge(ada)
    if (charge) await stripe.refunds.create({ charge: charge.id })
  },
  losesDispute: (ada) => dispute(ada, 'lost'),
  winsDispute: (ada) => dispute(ada, 'won'),
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type Nets = Record<string, number>

/** Adds up the net amounts at Stripe by currency and country, and by currency and code, adds up the fees, and counts the subscriptions that recovered. */
async function readStripe(buyers: readonly Buyer[]) {
  const codes = new Map<unknown, string>()
  const nets: Nets = {}
  const recovered = new Set<unknown>()
  const lost = (await stripe.disputes.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })).filter(({ status }) => status === 'lost')
  for (const ada of buyers) {
    const customer = await ada.customer()
    const sessions = await stripe.checkout.sessions.list({ customer, limit: 100, expand: ['data.discounts.promotion_code'] })
    for (const { discounts, payment_intent, invoice } of sessions.data) {
      const promotion = discounts?.[0]?.promotion_code
      if (!promotion || typeof promotion === 'string') continue
      const paid = typeof invoice === 'string' ? (await stripe.invoicePayments.list({ invoice })).data : []
      for (const intent of [payment_intent, ...paid.map(({ payment }) => payment.payment_intent)]) codes.set(intent, promotion.code)
    }
    for (const invoice of (await stripe.invoices.list({ customer, status: 'paid', limit: 100 })).data)
      if (invoice.billing_reason === 'subscription_cycle' && invoice.attempt_count > 1)
        recovered.add(invoice.parent?.subscription_details?.subscription)
    for (const { id, paid, amount, amount_refunded, currency, billing_details, payment_intent } of (
      await stripe.charges.list({ customer, limit: 100 })
    ).data) {
      const net = lost.some(({ charge }) => charge === id) ? 0 : amount - amount_refunded
      const code = codes.get(payment_intent)
      const keys = [`${currency} ${billing_details.address?.country ?? 'unknown'}`, ...(code === undefined ? [] : [`${currency} ${code}`])]
      if (paid) for (const key of keys) nets[key] = (nets[key] ?? 0) + net
    }
  }
  const fees: Nets = {}
  for (const { fee, currency } of await stripe.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 }))
    fees[currency] = (fees[currency] ?? 0) + fee
  return { nets, fees, recovered: recovered.size }
}

async function readFigures(days: { from: string; to: string }) {
  const { currencies, fees, subscriptions } = await loadSales(app.db, periodOf(days, new Date()), 'month')
  const nets: Nets = {}
  for (const { currency, countries, coupons } of currencies)
    for (const { name, net } of [...countries, ...coupons]) nets[`${currency} ${name ?? 'unknown'}`] = net
  return { nets, fees: Object.fromEntries(fees.map(({ currency, amount }) => [currency, amount])), recovered: subscriptions.now.recovered }
}

test('INSIGHT-06 after reconciling, the figures of each day, country and code agree with the charges at Stripe', async () => {
  // The clock of Stripe moves on with each history.
  const period = { from: day(-1), to: day(1_000) }
  const steps = fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 3, maxLength: 7 })
  const buyers: Buyer[] = []
  for (const history of [...fc.sample(steps, { numRuns: 5, seed: 45 }), ['buysStudio', 'aMonthPasses', 'paysAfterAFailure']]) {
    const ada = await buyer()
    buyers.push(ada)
    await redeems(ada, { masterCourse: true }, 'CH')
    // The academy refuses a second purchase of what a buyer has.
    for (const step of history)
      await STEPS[step]?.(ada).catch((error: Error) => expect(error.message).toMatch(/"code":"already_purchased"/))
    await app.reconcilePayments()
    expect(await findDifferences(app.db, stripe, period), history.join(', ')).toEqual([])
    expect(await readFigures(period), history.join(', ')).toEqual(await readStripe(buyers))
  }
  expect(await readFigures(period)).toMatchObject({
    nets: { 'eur LAUNCH': expect.any(Number), 'eur CH': expect.any(Number), 'eur AT': expect.any(Number) },
    fees: { eur: expect.any(Number) },
    recovered: 1,
  })
  const [changed] = await app.sql<{ currency: string; day: string }[]>`
    update purchases set amount = amount + 1 where id = (select min(id) from purchases) returning currency, to_char(paid_at, 'YYYY-MM-DD') as day`
  const differences = await findDifferences(app.db, stripe, period)
  expect(
    differences.map(({ currency, day, sum, academy, stripe: atStripe }) => ({ currency, day, sum, more: academy - atStripe })),
  ).toContainEqual({
    currency: changed?.currency,
    day: changed?.day,
    sum: 'gross',
    more: 1,
  })
})

test('INSIGHT-06 leaves out payments of customers who belong to no account', async () => {
  const period = { from: day(-1), to: day(1_000) }
  const before = await findDifferences(app.db, stripe, period)
  const { id: customer } = await stripe.customers.create({ email: 'other@example.test' })
  await stripe.paymentIntents.create({ amount: 900, currency: 'eur', customer, payment_method: 'pm_card_visa', confirm: true })
  expect(await findDifferences(app.db, stripe, period)).toEqual(before)
})
