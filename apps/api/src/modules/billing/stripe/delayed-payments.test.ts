import { subscriptionState } from '@academy/catalog'
import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer, control, advance } = await startSellingAcademy()

/** A buyer whose bank was asked to pay and has not answered yet. */
async function buyByDebit(choice: object, ada?: Awaited<ReturnType<typeof buyer>>) {
  const owner = ada ?? (await buyer())
  await owner.buys(choice, { bank: true })
  const customer = await owner.customer()
  const sync = async () => await app.payments?.sync(customer)
  await sync()
  const processing = async () => {
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
    return data.find(({ status }) => status === 'processing')?.id ?? ''
  }
  return {
    ada: owner,
    customer,
    sync,
    settle: async (outcome: 'succeeded' | 'failed') => {
      await control('/stripe/control/settle', { payment_intent: await processing(), outcome })
      await sync()
    },
    access: async () => {
      const { entitlements } = await owner.context()
      return { course: entitlements.master_course, studio: entitlements.resources }
    },
  }
}

test('MONEY-04 the context names what is processing, and nothing else can be bought meanwhile', async () => {
  const { ada, settle } = await buyByDebit({ bundle: true })
  expect((await ada.context()).processing_payments).toEqual(['bundle'])
  for (const choice of [{ bundle: true }, { masterCourse: true }, { numberOfPlans: 1 }]) {
    const response = await ada.checkout(choice)
    expect([response.statusCode, response.json().message]).toEqual([409, expect.stringContaining('Your last payment is processing.')])
  }
  await settle('succeeded')
  expect((await ada.context()).processing_payments).toEqual([])
})

const NOTHING = { course: false, studio: false }

test.each([
  { choice: { bundle: true }, paid: { course: true, studio: true } },
  { choice: { masterCourse: true }, paid: { course: true, studio: false } },
  { choice: { numberOfPlans: 1 }, paid: { course: false, studio: true } },
])('MONEY-01 a bank debit opens nothing until the money arrives: $choice', async ({ choice, paid }) => {
  const { settle, access } = await buyByDebit(choice)
  expect(await access()).toEqual(NOTHING)
  await settle('succeeded')
  expect(await access()).toEqual(paid)
})

test('MONEY-02 three failed bank debits for the bundle open nothing', async () => {
  const ada = await buyer()
  for (let round = 0; round < 3; round += 1) {
    const { settle, access } = await buyByDebit({ bundle: true }, ada)
    expect(await access()).toEqual(NOTHING)
    await advance(9)
    expect(await access()).toEqual(NOTHING)
    await settle('failed')
    expect(await access()).toEqual(NOTHING)
  }
})

test('MONEY-02 a second debit of a first Studio month that failed opens nothing until the money arrives', async () => {
  const { settle, access, sync, customer } = await buyByDebit({ numberOfPlans: 1 })
  await settle('failed')
  expect(await access()).toEqual(NOTHING)
  const [invoice] = (await stripe.invoices.list({ customer, status: 'open' })).data
  await stripe.invoices.pay(invoice?.id ?? '')
  await sync()
  const [studio] = (await stripe.subscriptions.list({ customer })).data
  expect([studio?.status, await access()]).toEqual(['active', NOTHING])
  await settle('succeeded')
  expect(await access()).toEqual({ course: false, studio: true })
})

test('MONEY-03 a renewal by bank debit keeps the Studio open while the bank has not answered, and for the days of grace after it refused', async () => {
  const { ada, settle, access, sync, customer } = await buyByDebit({ numberOfPlans: 1 })
  await settle('succeeded')
  await advance(32)
  await sync()
  const [studio] = (await stripe.subscriptions.list({ customer })).data
  expect([studio?.status, await access()]).toEqual(['active', { course: false, studio: true }])
  await settle('failed')
  // The retry makes Stripe call the subscription active again; that alone is not a payment.
  const [invoice] = (await stripe.invoices.list({ customer, status: 'open' })).data
  await stripe.invoices.pay(invoice?.id ?? '')
  await sync()
  const [row] = await app.sql`select status, payment, paid_until from subscriptions where account_id = ${ada.id}`
  expect(row).toMatchObject({ status: 'active', payment: 'failed' })
  const paid_until = new Date(row?.paid_until)
  const now = (days: number) => new Date(paid_until.getTime() + days * 86_400_000)
  const facts = {
    status: 'active',
    payment: 'failed',
    paid_until,
    offer: 'studio',
    started_at: now(-31),
    ended_at: null,
    revoked_at: null,
  } as const
  expect([subscriptionState(facts, now(6)), subscriptionState(facts, now(7))]).toEqual(['grace', 'overdue'])
})
