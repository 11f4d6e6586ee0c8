import { expect, test } from 'vitest'
import { recordFacts } from '../../../testing/record-facts.ts'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer, sessionOf, loseDispute, deliver, events, fault, clearFaults } = await startSellingAcademy()

/** A buyer whose last checkout belongs to test mode, which live mode does not know. */
async function fromAnotherMode(status: 'open' | 'settling') {
  const ada = await buyer()
  await app.sql`insert into billing_customers (account_id, customer_id) values (${ada.id}, ${`cus_test_${ada.id}`})`
  await app.sql`
    insert into checkouts (session_id, account_id, customer_id, offer, currency, status, url, created_at, expires_at, synced_at)
    values (${`cs_test_${ada.id}`}, ${ada.id}, ${`cus_test_${ada.id}`}, 'master_course', 'eur', ${status}, 'https://checkout.stripe.test/old',
      now(), now() + interval '1 day', to_timestamp(0))`
  return ada
}

test.each(['open', 'settling'] as const)('replaces an %s checkout that Stripe does not know', async (status) => {
  const ada = await fromAnotherMode(status)
  const response = await ada.checkout({ masterCourse: true })
  expect(response.statusCode).toBe(200)
  expect((await stripe.checkout.sessions.retrieve(sessionOf(response.json().url))).status).toBe('open')
  expect(await app.sql`select status, url from checkouts where session_id = ${`cs_test_${ada.id}`}`).toEqual([
    { status: 'expired', url: null },
  ])
})

test('MONEY-06 keeps a purchase of this Stripe account, and its checkout, that Stripe no longer knows', async () => {
  const ada = await buyer()
  const own = { stripe_account: 'acct_1LocalAcademyStandIn', livemode: false }
  const facts = recordFacts(app.db, ada.id)
  await facts.customer(true)
  await app.sql`update billing_customers set ${app.sql(own)} where account_id = ${ada.id}`
  const session_id = await facts.purchase(own)
  await facts.checkout('paid', { ...own, session_id })
  await app.payments?.sync(facts.customer_id)
  expect((await ada.context()).entitlements.master_course).toBe(true)
  expect(await app.sql`select status from checkouts where session_id = ${session_id}`).toEqual([{ status: 'paid' }])
})

test('does not sell again what was bought after the backup that was restored', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  for (const table of ['purchases', 'checkouts', 'billing_customers'])
    await app.sql`delete from ${app.sql(table)} where account_id = ${ada.id}`
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(409)
  expect((await ada.context()).entitlements.master_course).toBe(true)
})

test('MONEY-11 a signed dispute of an unknown charge is refused while Stripe repeats it, and ends after that', async () => {
  const event = {
    id: 'evt_unknown',
    object: 'event',
    livemode: false,
    type: 'charge.dispute.created',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'du_unknown', object: 'dispute', charge: 'ch_unknown' } },
  }
  const row = async () => (await app.sql`select applied_at, error, customer_id from stripe_events where id = ${event.id}`)[0]
  expect((await deliver(event)).statusCode).toBe(500)
  await app.reconcilePayments()
  expect(await row()).toEqual({ applied_at: null, error: 'Stripe does not know the charge that this is about.', customer_id: null })

  await app.sql`update stripe_events set received_at = now() - interval '73 hours' where id = ${event.id}`
  await app.reconcilePayments()
  expect(await row()).toMatchObject({ applied_at: expect.anything(), error: 'Stripe does not know the charge that this is about.' })
})

test('MONEY-11 a run that finds the customer of an old failed event applies it, and does not close it as unknown', async () => {
  const ada = await buyer()
  const purchase = await ada.buys({ masterCourse: true })
  await app.reconcilePayments()
  const [paid] = await app.sql`select charge_id from purchases where id = ${purchase}`
  await loseDispute(paid?.charge_id)
  const named = (await events()).filter(({ type }) => type.startsWith('charge.dispute.'))
  // Only the charge leads to the customer, and Stripe refuses the API's key.
  await fault({ kind: 'error', status: 401 })
  for (const event of named) expect((await deliver(event)).statusCode).toBe(500)
  await clearFaults()
  await app.sql`update stripe_events set received_at = now() - interval '73 hours' where applied_at is null`

  await app.reconcilePayments()
  expect(await app.sql`select dispute_status from purchases where id = ${purchase}`).toEqual([{ dispute_status: 'lost' }])
  expect(await app.sql`select from stripe_events where applied_at is null or customer_id is null and id <> 'evt_unknown'`).toEqual([])
})
