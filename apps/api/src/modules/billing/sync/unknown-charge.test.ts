import { expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, deliver } = await startSellingAcademy()

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
