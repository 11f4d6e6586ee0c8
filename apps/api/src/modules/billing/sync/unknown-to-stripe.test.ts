import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer, sessionOf } = await startSellingAcademy()

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

test.each(['open', 'settling'] as const)('replaces a checkout %s that Stripe does not know (any more)', async (status) => {
  const ada = await fromAnotherMode(status)
  const response = await ada.checkout({ masterCourse: true })
  expect(response.statusCode).toBe(200)
  expect((await stripe.checkout.sessions.retrieve(sessionOf(response.json().url))).status).toBe('open')
  expect(await app.sql`select status, url from checkouts where session_id = ${`cs_test_${ada.id}`}`).toEqual([
    { status: 'expired', url: null },
  ])
})

test('does not sell again what was bought after the backup that was restored', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  for (const table of ['purchases', 'checkouts', 'billing_customers'])
    await app.sql`delete from ${app.sql(table)} where account_id = ${ada.id}`
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(409)
  expect((await ada.context()).entitlements.master_course).toBe(true)
})
