import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer, advance, control, loseDispute, events, deliver } = await startSellingAcademy({
  env: { STRIPE_END_REFUNDED_STUDIO: 'true' },
})

/** Buys the Studio, and returns its subscription and the charge of its first month. */
async function subscriber() {
  const ada = await buyer()
  await ada.buys({ numberOfPlans: 1 })
  const customer = await ada.customer()
  const sync = async () => await app.payments?.sync(customer)
  await sync()
  const [studio] = (await stripe.subscriptions.list({ customer })).data
  const charges = async () => (await stripe.charges.list({ customer })).data
  const [first] = await charges()
  if (!studio || !first) throw new Error('nothing was bought')
  return {
    ada,
    customer,
    sync,
    charges,
    charge: first.id,
    studio: studio.id,
    status: async () => (await stripe.subscriptions.retrieve(studio.id)).status,
    log: () => app.sql`select who, what, reason, details from audit_log where account_id = ${ada.id}`,
    opens: async () => (await ada.context()).entitlements.resources,
  }
}

test.each([
  { how: 'refunded in full', giveBack: (charge: string) => stripe.refunds.create({ charge }), says: 'A month of it was refunded in full.' },
  { how: 'lost in a dispute', giveBack: loseDispute, says: 'The dispute about a month of it was lost.' },
])(
  'MONEY-12 by a setting, a month that was $how ends the Studio, and no further month is charged',
  async ({ giveBack, says }) => {
    const { ada, charge, charges, studio, status, log, opens, sync } = await subscriber()
    await giveBack(charge)
    for (const event of await events()) {
      const { id, charge: disputed } = event.data.object as { id?: string; charge?: string }
      if (event.type.startsWith('charge.') && (disputed ?? id) === charge) expect((await deliver(event)).statusCode).toBe(200)
    }
    app.invalidateFacts(ada.id)
    expect([await status(), await opens()]).toEqual(['canceled', false])
    await advance(70)
    await sync()
    expect(await charges()).toHaveLength(1)
    expect(await log(), 'written once, however often the customer is synced').toEqual([
      { who: 'the academy', what: 'end_studio', reason: says, details: { subscription: studio, charge } },
    ])
    expect((await ada.checkout({ numberOfPlans: 1 })).statusCode, 'it can be bought again').toBe(200)
  },
  60_000,
)

test('MONEY-12 a month of which a part was refunded, or about which a dispute is open, does not end the Studio', async () => {
  const { charge, status, opens, sync } = await subscriber()
  await stripe.refunds.create({ charge, amount: 1_00 })
  await control('/stripe/control/disputes', { charge })
  await sync()
  expect([await status(), await opens()]).toEqual(['active', true])
})

test('MONEY-12 a Studio stays whose subscriber paid a month after the refund of an earlier one', async () => {
  const { charge, charges, status, opens, sync } = await subscriber()
  // The refund is not synced before the next month is charged.
  await stripe.refunds.create({ charge })
  await advance(32)
  await expect.poll(async () => (await charges()).length).toBe(2)
  await sync()
  expect([await status(), await opens()]).toEqual(['active', true])
})

test('MONEY-12 MONEY-14 a refunded month of another product ends neither that subscription nor the Studio', async () => {
  const { customer, charges, status, sync } = await subscriber()
  const { id: price } = await stripe.prices.create({
    currency: 'eur',
    unit_amount: 90_00,
    recurring: { interval: 'month' },
    product_data: { name: 'Coaching' },
  })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const coaching = await stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: card.id })
  const month = (await charges()).find(({ amount }) => amount === 90_00)
  await stripe.refunds.create({ charge: month?.id ?? '' })
  await sync()
  expect([(await stripe.subscriptions.retrieve(coaching.id)).status, await status()]).toEqual(['active', 'active'])
})

test('MONEY-12 MONEY-14 refunded money from outside the checkout does not end the Studio', async () => {
  const { customer, status, sync } = await subscriber()
  const intent = { amount: 120_00, currency: 'eur', customer, payment_method: 'pm_card_visa', confirm: true }
  const { id } = await stripe.paymentIntents.create(intent)
  await stripe.refunds.create({ payment_intent: id })
  await sync()
  expect(await status()).toBe('active')
})
