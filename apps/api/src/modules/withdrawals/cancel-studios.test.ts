import type Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { startCancellingAcademy } from '../../testing/cancelling-academy.ts'
import { cancelStudios } from './cancel-studios.ts'
import { findCancellation } from './cancellations.store.ts'

const academy = await startCancellingAcademy()
const { app, owner, stripe, subscriberWithLink, secondStudio } = academy

test('SELLER-26 an attempt leaves a Studio that another one cancelled meanwhile, and that its subscriber resumed', async () => {
  const { payments } = app
  if (!payments) throw new Error('there is no Stripe account')
  const ada = await subscriberWithLink()
  const { studio } = await secondStudio(ada, 10)
  await academy.fault({ kind: 'down' })
  expect((await ada.confirm()).state).toBe('requested')
  await academy.clearFaults()
  const [row] = await owner`select id from cancellations where account_id = ${ada.id}`
  const attempt = async () => {
    const request = await findCancellation(app.db, row?.id)
    if (request) await cancelStudios(app, request)
  }

  const { sync } = payments
  let resumed: Stripe.Subscription | undefined
  vi.spyOn(payments, 'sync').mockImplementation(async (customer, webhook) => {
    if (webhook === undefined && resumed === undefined) {
      resumed = await stripe.subscriptions.retrieve(customer === ada.customer_id ? studio : ada.subscription_id)
      await attempt()
      resumed = await stripe.subscriptions.retrieve(resumed.id)
      await stripe.subscriptions.update(resumed.id, { cancel_at_period_end: false })
    }
    await sync(customer, webhook)
  })
  await attempt()
  vi.restoreAllMocks()

  expect(resumed?.cancel_at_period_end, 'the second attempt cancelled it').toBe(true)
  expect((await stripe.subscriptions.retrieve(resumed?.id ?? '')).cancel_at_period_end).toBe(false)
  expect((await ada.seen()).state).toBe('cancelled')
  await app.retryCancellationsAndMails()
  expect(await ada.confirmations()).toHaveLength(1)
})
