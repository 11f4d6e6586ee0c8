import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer, control, advance } = await startSellingAcademy()

/** A buyer who pays for the bundle by bank debit, which is pending. */
async function byBank(choice: object = { bundle: true }) {
  const ada = await buyer()
  const session = await ada.buys(choice, { bank: true })
  const customer = await ada.customer()
  const sync = async () => await app.payments?.sync(customer)
  await sync()
  const { invoice } = await stripe.checkout.sessions.retrieve(session)
  const { data } = await stripe.invoicePayments.list({ invoice: String(invoice) })
  const payment_intent = String(data[0]?.payment.payment_intent)
  return {
    ada,
    customer,
    sync,
    invoice: String(invoice),
    status: async () => (await app.sql`select status from checkouts where session_id = ${session}`)[0]?.status,
    /** Returns how long ago the checkout was settled, in seconds. */
    settledAgo: async () =>
      Number((await app.sql`select extract(epoch from now() - settled_at) as ago from checkouts where session_id = ${session}`)[0]?.ago),
    /** Settles the payment without delivering the webhook. */
    settle: (outcome: 'succeeded' | 'failed') => control('/stripe/control/settle', { payment_intent, outcome }),
    bank: async (outcome: 'succeeded' | 'failed') => {
      await control('/stripe/control/settle', { payment_intent, outcome })
      await sync()
    },
    opens: async () => {
      const { entitlements } = await ada.context()
      return [entitlements.master_course, entitlements.resources]
    },
  }
}

test('D-119 nothing else is sold while a bank debit for the bundle is pending; the money unlocks it', async () => {
  const { ada, status, bank, opens } = await byBank()
  expect([await status(), (await ada.checkout({ masterCourse: true })).statusCode]).toEqual(['settling', 409])
  await bank('succeeded')
  expect([await status(), await opens()]).toEqual(['paid', [true, true]])
})

test('D-119 a bundle whose bank payment failed opens nothing, is never charged, and can be bought again', async () => {
  const { ada, customer, status, bank, opens, sync } = await byBank()
  await bank('failed')
  expect([await status(), await opens()]).toEqual(['failed', [false, false]])
  expect((await ada.checkout({ bundle: true })).statusCode).toBe(200)
  await advance(120)
  await sync()
  expect((await stripe.charges.list({ customer })).data.filter(({ paid }) => paid)).toEqual([])
})

test('an invoice that was paid later by other means counts, although its checkout stays unpaid', async () => {
  const { ada, customer, sync, invoice, bank, settledAgo } = await byBank({ numberOfPlans: 1 })
  await bank('failed')
  expect((await ada.context()).entitlements.resources).toBe(false)
  await app.sql`update checkouts set settled_at = now() - interval '5 days' where account_id = ${ada.id}`
  await stripe.paymentMethods.attach('pm_card_visa', { customer }).then((card) => stripe.invoices.pay(invoice, { payment_method: card.id }))
  await sync()
  expect((await ada.context()).entitlements.resources).toBe(true)
  expect(await settledAgo(), 'the welcome mail is due from the payment on').toBeLessThan(3600)
  await app.sql`update checkouts set settled_at = now() - interval '2 days' where account_id = ${ada.id}`
  await sync()
  expect(await settledAgo(), 'later syncs do not change it').toBeGreaterThan(3600)
})

test('D-102 a bundle that was paid with a card after its bank had refused is unlocked', async () => {
  const { customer, sync, invoice, settle, opens } = await byBank()
  await settle('failed')
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.invoices.pay(invoice, { payment_method: card.id })
  await sync()
  expect(await opens()).toEqual([true, true])
})
