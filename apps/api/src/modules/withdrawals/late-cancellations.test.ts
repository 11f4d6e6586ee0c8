import Stripe from 'stripe'
import { afterEach, expect, test, vi } from 'vitest'
import { type CancellingSubscriber as Subscriber, startCancellingAcademy } from '../../testing/cancelling-academy.ts'

const academy = await startCancellingAcademy()
const { app, owner, stripe, post, mailsTo, subscriberWithLink, secondStudio } = academy

afterEach(() => vi.restoreAllMocks())

/** Lets Stripe refuse all refunds, as it does with too little money in the balance. Returns a function that ends this. */
function refuseRefunds(): () => void {
  const refunds = vi.spyOn(app.payments?.stripe.refunds ?? stripe.refunds, 'create')
  refunds.mockRejectedValue(
    new Stripe.errors.StripeInvalidRequestError({ message: 'too little', type: 'invalid_request_error', code: 'balance_insufficient' }),
  )
  return () => refunds.mockRestore()
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Confirms the cancellation while Stripe does not answer the API, and lets the days pass at Stripe. */
async function confirmDuringOutage(buyer: Subscriber, days: number): Promise<void> {
  await academy.fault({ kind: 'down' })
  expect(await buyer.confirm()).toEqual({ state: 'requested', confirmed_at: expect.any(String), ends_at: iso(buyer.end) })
  await academy.advance(days)
  await academy.clearFaults()
}

const undone = ({ end }: Subscriber) => ({
  state: 'cancelled',
  confirmed_at: expect.any(String),
  ends_at: iso(end),
  is_renewal_undone: true,
})

test('SELLER-29 refunds a month that Stripe charged after the confirmation, and ends the Studio as it was confirmed', async () => {
  const ada = await subscriberWithLink()
  await confirmDuringOutage(ada, 35)
  await expect.poll(async () => (await ada.charges()).map(({ refunded }) => refunded)).toEqual([false, false])

  await ada.finishLater()
  expect(await ada.seen()).toEqual(undone(ada))
  expect((await ada.subscription()).status).toBe('canceled')
  expect(
    (await ada.charges()).map(({ refunded }) => refunded),
    'the newest first',
  ).toEqual([true, false])
  expect((await ada.context()).entitlements.resources).toBe(false)
  const [mail, ...more] = await ada.confirmations()
  expect(more).toEqual([])
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(ada.end * 1000))
  expect(mail?.text).toContain(`It ended on ${day}.`)
  expect(mail?.text).toContain('what you paid for it is refunded in full')
})

test('SELLER-29 refunds every month that was charged during a long outage', async () => {
  const ada = await subscriberWithLink()
  await confirmDuringOutage(ada, 70)
  await expect.poll(async () => (await ada.charges()).length).toBe(3)
  await ada.finishLater()
  expect((await ada.charges()).map(({ refunded }) => refunded)).toEqual([true, true, false])
})

test('SELLER-29 refunds the first paid month after the free months of a bundle, and not the course', async () => {
  const ada = await subscriberWithLink({ bundle: true })
  await confirmDuringOutage(ada, 95)
  await expect.poll(async () => (await ada.charges()).length).toBe(2)
  await ada.finishLater()
  expect(await ada.seen()).toEqual(undone(ada))
  expect((await ada.charges()).map(({ refunded }) => refunded)).toEqual([true, false])
  expect((await ada.context()).entitlements.master_course).toBe(true)
})

test('SELLER-29 voids a month that Stripe has billed and not charged yet', async () => {
  const [declined, drafted] = [await subscriberWithLink(), await subscriberWithLink()]
  await academy.control(`/stripe/control/customers/${declined.customer_id}/fail_charges`, { times: 100 })
  for (const buyer of [declined, drafted]) await confirmDuringOutage(buyer, 0)
  await academy.advance(30 + 1 / 1440)
  const drafts = () => stripe.invoices.list({ customer: drafted.customer_id, status: 'draft' })
  await expect.poll(async () => (await drafts()).data.length).toBe(1)
  await drafted.finishLater()
  await academy.advance(1)
  await expect.poll(async () => (await declined.subscription()).status).toBe('past_due')
  await declined.finishLater()
  for (const buyer of [declined, drafted]) {
    expect(await buyer.seen()).toEqual(undone(buyer))
    const { data } = await stripe.invoices.list({ customer: buyer.customer_id })
    expect(data.map(({ status }) => status)).toEqual(['void', 'paid'])
  }
  await academy.control(`/stripe/control/customers/${declined.customer_id}/fail_charges`, { times: 0 })
  await academy.advance(40)
  for (const buyer of [declined, drafted])
    expect(
      (await buyer.charges()).filter(({ status }) => status === 'succeeded'),
      'nothing more is charged',
    ).toHaveLength(1)
})

test('SELLER-29 a failure after the refund is repeated, and refunds once', async () => {
  const ada = await subscriberWithLink()
  await confirmDuringOutage(ada, 35)
  const cancels = vi.spyOn(app.payments?.stripe.subscriptions ?? stripe.subscriptions, 'cancel')
  cancels.mockRejectedValueOnce(new Stripe.errors.StripeConnectionError({ message: 'lost', type: 'api_error' }))
  await ada.finishLater()
  expect((await ada.seen()).state).toBe('requested')
  await app.payments?.sync(ada.customer_id)
  await ada.finishLater()
  cancels.mockRestore()
  expect(await ada.seen()).toEqual(undone(ada))
  const [charge] = await ada.charges()
  expect((await stripe.refunds.list({ charge: charge?.id ?? '' })).data).toHaveLength(1)
  expect((await ada.subscription()).status).toBe('canceled')
})

test('SELLER-29 a refund that Stripe refuses is repeated, and the cancellation is not complete before it', async () => {
  const ada = await subscriberWithLink()
  await confirmDuringOutage(ada, 35)
  const refunds = vi.spyOn(app.payments?.stripe.refunds ?? stripe.refunds, 'create')
  refunds.mockRejectedValueOnce(
    new Stripe.errors.StripeInvalidRequestError({ message: 'too little', type: 'invalid_request_error', code: 'balance_insufficient' }),
  )
  await ada.finishLater()
  expect((await ada.seen()).state).toBe('requested')
  expect(await ada.confirmations()).toEqual([])
  await ada.finishLater()
  refunds.mockRestore()
  expect(await ada.seen()).toEqual(undone(ada))
  expect((await ada.charges()).map(({ refunded }) => refunded)).toEqual([true, false])
})

test('SELLER-29 a cancellation is not complete while the API is connected to another mode of Stripe', async () => {
  const ada = await subscriberWithLink()
  await owner`update subscriptions set livemode = true where account_id = ${ada.id}`
  expect((await ada.confirm()).state).toBe('requested')
  await ada.finishLater()
  expect((await ada.seen()).state).toBe('requested')
  expect(await ada.confirmations()).toEqual([])
  await owner`update subscriptions set livemode = false where account_id = ${ada.id}`
  await ada.finishLater()
  expect(await ada.seen()).toMatchObject({ state: 'cancelled', ends_at: iso(ada.end) })
  expect((await ada.subscription()).cancel_at_period_end).toBe(true)
})

test('SELLER-26 SELLER-29 waits for a second Studio at another mode of Stripe, and cancels the reachable one once', async () => {
  const ada = await subscriberWithLink()
  const { studio } = await secondStudio(ada, 10)
  await owner`update subscriptions set livemode = true where id = ${studio}`
  expect((await ada.confirm()).state).toBe('requested')
  expect((await ada.subscription()).cancel_at_period_end).toBe(true)
  await stripe.subscriptions.update(ada.subscription_id, { cancel_at_period_end: false })
  await ada.finishLater()
  expect((await ada.seen()).state).toBe('requested')
  expect(await ada.confirmations()).toEqual([])
  expect((await ada.subscription()).cancel_at_period_end, 'the subscriber resumed it').toBe(false)

  await owner`update subscriptions set livemode = false where id = ${studio}`
  await ada.finishLater()
  expect((await ada.seen()).state).toBe('cancelled')
  expect((await stripe.subscriptions.retrieve(studio)).cancel_at_period_end).toBe(true)
  expect((await ada.subscription()).cancel_at_period_end).toBe(false)
  expect(await ada.confirmations()).toHaveLength(1)
  const [entry] = await owner`select details from audit_log where account_id = ${ada.id} and what = 'cancel_studio'`
  expect(entry?.details.subscriptions).toContain(studio)
})

test.each([
  ['of test mode while the API is in live mode', { livemode: false, stripe_account: null }],
  ['of an unknown account', { livemode: true, stripe_account: 'unknown' }],
])('SELLER-29 does not wait for a second Studio %s', async (_which, origin) => {
  const ada = await subscriberWithLink()
  const { studio } = await secondStudio(ada, 10)
  await owner`update stripe_connection set livemode = true`
  await owner`update subscriptions set livemode = true where id = ${ada.subscription_id}`
  await owner`update subscriptions set ${owner(origin)} where id = ${studio}`
  const { state } = await ada.confirm()
  await owner`update stripe_connection set livemode = false`
  expect(state).toBe('cancelled')
  expect((await ada.subscription()).cancel_at_period_end).toBe(true)
  expect((await stripe.subscriptions.retrieve(studio)).cancel_at_period_end).toBe(false)
})

test('SELLER-29 refunds a month of one Studio that began before the end of another one', async () => {
  const ada = await subscriberWithLink()
  const { studio, customer } = await secondStudio(ada, 10)
  await confirmDuringOutage(ada, 12)
  const charges = async () => (await stripe.charges.list({ customer })).data
  await expect.poll(async () => (await charges()).map(({ refunded }) => refunded)).toEqual([false])
  await ada.finishLater()
  expect(await ada.seen()).toMatchObject({ state: 'cancelled', ends_at: iso(ada.end), is_renewal_undone: true })
  expect((await charges()).map(({ refunded }) => refunded)).toEqual([true])
  expect((await stripe.subscriptions.retrieve(studio)).status).toBe('canceled')
  expect(await ada.subscription()).toMatchObject({ status: 'active', cancel_at_period_end: true })
  expect((await ada.charges()).map(({ refunded }) => refunded)).toEqual([false])
})

test('SELLER-29 still retries a refused refund after the period has ended', async () => {
  const ada = await subscriberWithLink()
  await confirmDuringOutage(ada, 35)
  const acceptRefunds = refuseRefunds()
  await ada.finishLater()
  await academy.advance(30)
  await expect.poll(async () => (await ada.subscription()).status).toBe('canceled')
  await app.payments?.sync(ada.customer_id)
  await ada.finishLater()
  expect((await ada.seen()).state).toBe('requested')
  expect(await ada.confirmations()).toEqual([])
  expect(await owner`select error from cancellations where account_id = ${ada.id}`).toEqual([{ error: 'too little' }])
  acceptRefunds()
  await ada.finishLater()
  expect(await ada.seen()).toEqual(undone(ada))
  expect((await ada.charges()).map(({ refunded }) => refunded)).toEqual([true, false])
  expect(await ada.confirmations()).toHaveLength(1)
})

test.each([
  { outcome: 'succeeded' as const, refunds: [true, false], invoice: 'paid' },
  { outcome: 'failed' as const, refunds: [false, false], invoice: 'void' },
])('SELLER-29 undoes a month whose bank debit $outcome after the period ended', async ({ outcome, refunds, invoice }) => {
  const ada = await subscriberWithLink({ numberOfPlans: 1 }, { bank: true })
  await app.payments?.sync(ada.customer_id)
  await confirmDuringOutage(ada, 32)
  await ada.finishLater()
  expect((await ada.seen()).state).toBe('requested')
  await academy.advance(32)
  await expect.poll(async () => (await ada.subscription()).status).toBe('canceled')
  await ada.finishLater()
  expect((await ada.seen()).state).toBe('requested')
  await ada.settleDebits(outcome)
  await ada.finishLater()
  expect(await ada.seen()).toEqual(undone(ada))
  expect((await ada.charges()).map(({ refunded }) => refunded)).toEqual(refunds)
  const [newest] = (await stripe.invoices.list({ customer: ada.customer_id })).data
  expect(newest?.status).toBe(invoice)
})

test('SELLER-29 confirms the refund after a crash between the end of the Studio and the confirmation', async () => {
  const ada = await subscriberWithLink()
  await confirmDuringOutage(ada, 35)
  const cancels = vi.spyOn(app.payments?.stripe.subscriptions ?? stripe.subscriptions, 'cancel')
  cancels.mockImplementationOnce(async (id) => {
    await stripe.subscriptions.cancel(id)
    throw new Stripe.errors.StripeConnectionError({ message: 'lost', type: 'api_error' })
  })
  await ada.finishLater()
  await app.payments?.sync(ada.customer_id)
  await ada.finishLater()
  expect(await ada.seen()).toEqual(undone(ada))
  expect((await ada.charges()).map(({ refunded }) => refunded)).toEqual([true, false])
})

test('SELLER-26 leaves a Studio that was bought after the end of the cancelled one', async () => {
  const ada = await subscriberWithLink()
  await confirmDuringOutage(ada, 0)
  await stripe.subscriptions.cancel(ada.subscription_id)
  await academy.advance(31)
  await ada.buys({ numberOfPlans: 1 })
  await app.payments?.sync(ada.customer_id)
  await ada.finishLater()
  expect(await ada.seen()).toMatchObject({ state: 'cancelled', is_renewal_undone: false })
  const { id, status, cancel_at } = await ada.subscription()
  expect([id === ada.subscription_id, status, cancel_at]).toEqual([false, 'active', null])
})

test('SELLER-26 cancels a Studio whose end an operator had set beyond the paid period', async () => {
  const ada = await subscriberWithLink()
  await stripe.subscriptions.update(ada.subscription_id, { cancel_at: ada.end + 200 * 86_400 })
  await app.payments?.sync(ada.customer_id)
  expect(await ada.seen()).toMatchObject({ state: 'open', subscriptions: [{ ends_at: iso(ada.end), is_cancelled: false }] })
  expect(await ada.confirm()).toMatchObject({ state: 'cancelled', ends_at: iso(ada.end), is_renewal_undone: false })
  expect((await ada.subscription()).cancel_at).toBe(ada.end)
})

test('SELLER-21 SELLER-24 mails are sent while Stripe does not answer about a cancellation', async () => {
  const [ada, eve] = [await subscriberWithLink(), await subscriberWithLink()]
  await academy.fault({ kind: 'down' })
  await ada.confirm()
  await academy.fault({ kind: 'slow', delay_ms: 600_000 })
  const repeated = ada.finishLater()
  let isAnswered = false
  void repeated.finally(() => {
    isAnswered = true
  })
  await post('', { email: eve.email })
  const links = async () => (await mailsTo(eve.email)).filter(({ subject }) => subject.startsWith('Cancel your'))
  await expect.poll(async () => (await links()).length).toBe(2)
  expect(isAnswered).toBe(false)
  expect((await ada.seen()).state).toBe('requested')
  await academy.clearFaults()
  await repeated
})
