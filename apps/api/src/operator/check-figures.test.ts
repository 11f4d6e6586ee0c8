import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startSellingAcademy } from '../testing/selling-academy.ts'
import { findDifferences } from './check-figures.ts'

const { app, stripe, buyer, control, advance, settleDebits } = await startSellingAcademy()
type Buyer = Awaited<ReturnType<typeof buyer>>

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
  buysBundle: (ada) => ada.buys({ bundle: true }),
  buysStudio: (ada) => ada.buys({ numberOfPlans: 1 }),
  buysByDebit: async (ada) => {
    await ada.buys({ numberOfPlans: 1 }, { bank: true })
    await settleDebits(await ada.customer(), 'succeeded')
  },
  aMonthPasses: () => advance(32),
  aQuarterPasses: () => advance(93),
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

test('INSIGHT-06 after reconciling, the figures of each day agree with the charges at Stripe', async () => {
  // The clock of Stripe moves on with each history.
  const period = { from: day(-1), to: day(1_000) }
  const steps = fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 3, maxLength: 7 })
  for (const history of fc.sample(steps, { numRuns: 5, seed: 45 })) {
    const ada = await buyer()
    await ada.buys({ masterCourse: true })
    // The academy refuses a second purchase of what a buyer has.
    for (const step of history)
      await STEPS[step]?.(ada).catch((error: Error) => expect(error.message).toMatch(/"code":"already_purchased"/))
    await app.reconcilePayments()
    expect(await findDifferences(app.db, stripe, period), history.join(', ')).toEqual([])
  }
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
