import { expect, test, vi } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'
import { queueSync } from './failed-syncs.store.ts'

const { app, buyer } = await startSellingAcademy()

test('R-09 keeps a sync that a transaction queues while a running sync has read the facts already', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  const customer_id = await ada.customer()
  const failed = { customer_id, account_id: ada.id, error: 'Stripe did not answer.' }
  await app.db.transaction((tx) => queueSync(tx, failed))
  const charges = vi.spyOn(app.payments?.stripe.charges ?? { list: () => undefined }, 'list')
  let running: Promise<void> | undefined
  await app.db.transaction(async (tx) => {
    await queueSync(tx, { ...failed, error: 'A refund has to be made at Stripe.' })
    running = app.payments?.sync(customer_id)
    await expect.poll(() => charges).toHaveBeenCalled()
  })
  await running
  const queued = () => app.sql`select 1 from failed_looks where customer_id = ${customer_id}`
  expect(await queued()).toHaveLength(1)
  await app.payments?.sync(customer_id)
  expect(await queued()).toHaveLength(0)
})
