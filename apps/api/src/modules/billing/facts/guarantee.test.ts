import { apiError } from '@academy/contract'
import fc from 'fast-check'
import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { daysAgo, startGuaranteeAcademy } from '../../../testing/guarantee-academy.ts'
import { recordFacts } from '../../../testing/record-facts.ts'

const { app, stripe, admin, issuer, signIn, control, loseDispute, deliver, events, fault, clearFaults, learner, customer } =
  await startGuaranteeAcademy()

const cases = [29, 31].flatMap((days) => [false, true].map((started) => ({ days, started })))

test.each(cases)(
  'LEARN-51 offers a refund only within 30 days and before the start: bought $days days ago, started: $started',
  async ({ days, started }) => {
    const ada = await learner()
    const facts = recordFacts(app.db, ada.id)
    const id = await facts.purchase({ paid_at: daysAgo(days), charge_id: 'ch_1', refunded_amount: 1_00 })
    await app.inject({
      method: 'POST',
      url: `/api/admin/accounts/${(await ada.context()).account_id}/grants`,
      headers: admin,
      payload: { package: 'master_course', reason: 'a grant beside it', expires_at: null },
    })
    if (started) await ada.read('paid')
    const { guarantee } = await ada.context()
    if (days === 29 && !started) return expect(guarantee).toMatchObject({ purchase_id: id, amount: 258_00 })
    expect(guarantee).toBeNull()
    const response = await ada.refund(id)
    expect([response.statusCode, apiError.parse(response.json()).code]).toEqual([409, 'guarantee_over'])
    expect(response.json().message).toMatch(started ? /have started the course/ : /30 days .* are over/)
  },
)

test('LEARN-52 the buyer gets all the money back, and the course closes; the admin sees who requested it and why', async () => {
  const ada = await customer()
  const response = await ada.refund(ada.purchase)
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { success: true, state: 'refunded', message: expect.stringContaining('refunded you in full') },
  ])
  expect(await ada.refunds()).toMatchObject([{ amount: 259_00, status: 'succeeded', reason: 'requested_by_customer' }])
  expect(await ada.opens()).toBe(false)
  expect(await ada.started(), 'a refused request does not start the course').toEqual([])
  expect(await ada.context()).toMatchObject({ guarantee: null, prices: [], entitlements: { master_course: false } })
  expect(await ada.log()).toEqual([
    {
      who: 'the user',
      what: 'request_refund',
      reason: 'The 30-day guarantee: nothing that was paid for had been opened.',
      details: { checkout: ada.purchase, offer: 'master_course', paid_at: expect.any(String), payment: expect.stringMatching(/^pi_/) },
    },
  ])
  const { purchases, course_starts } = await ada.details()
  expect([purchases[0].guarantee, purchases[0].refund_requested_at, purchases[0].refunded_at, course_starts]).toEqual([
    'refunded',
    expect.any(String),
    expect.any(String),
    [],
  ])
  expect((await ada.refund(ada.purchase)).json().state, 'repeated').toBe('refunded')
  expect(await ada.refunds()).toHaveLength(1)
})

test('LEARN-53 clicks in several tabs make one refund', async () => {
  const ada = await customer()
  const responses = await Promise.all(Array.from({ length: 6 }, () => ada.refund(ada.purchase)))
  expect(responses.map((response) => response.json().state)).toEqual(responses.map(() => 'refunded'))
  expect(await ada.refunds()).toHaveLength(1)
  expect((await ada.log()).map(({ what }) => what)).toEqual(['request_refund'])
})

test('LEARN-54 the Studio of a refunded bundle ends', async () => {
  const ada = await customer({ bundle: true })
  expect((await ada.context()).entitlements).toMatchObject({ master_course: true, resources: true })
  expect((await ada.refund(ada.purchase)).json().state).toBe('refunded')
  expect([await ada.studio(), (await ada.context()).entitlements]).toEqual([
    'canceled',
    expect.objectContaining({ master_course: false, resources: false, slack_standard: false }),
  ])
  expect((await ada.log()).map(({ what }) => what)).toEqual(['request_refund', 'end_studio'])
})

test('LEARN-52 after a partial refund the rest goes back', async () => {
  const ada = await customer()
  await stripe.refunds.create({ charge: await ada.charge(), amount: 59_00 })
  await ada.sync()
  expect((await ada.context()).guarantee).toMatchObject({ amount: 200_00 })
  await ada.refund(ada.purchase)
  expect(await ada.refunds()).toMatchObject([{ amount: 200_00 }])
  expect(await ada.opens()).toBe(false)
})

test('LEARN-55 while Stripe is down the request stays, the course is closed, and reconciling makes the one refund', async () => {
  const ada = await customer({ bundle: true })
  await fault({ kind: 'down' })
  const response = await ada.refund(ada.purchase)
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { success: true, state: 'requested', message: expect.stringContaining('your receipt under Pricing & Plans says “Refunded”') },
  ])
  expect(await ada.opens()).toBe(false)
  expect((await ada.context()).guarantee).toMatchObject({ state: 'requested' })
  expect((await ada.refund(ada.purchase)).json().state, 'asked again').toBe('requested')
  await clearFaults()
  expect(await ada.refunds()).toEqual([])
  await app.reconcilePayments()
  app.invalidateFacts(ada.id)
  expect([(await ada.refunds()).length, await ada.studio(), (await ada.context()).guarantee]).toEqual([1, 'canceled', null])
  await app.reconcilePayments()
  await ada.sync()
  expect(await ada.refunds()).toHaveLength(1)
})

test('LEARN-55 after a server error of Stripe, which it replays for a day, reconciling makes the refund', async () => {
  const ada = await customer()
  const { refunds } = app.payments?.stripe ?? stripe
  const create = refunds.create.bind(refunds)
  const failing = vi.spyOn(refunds, 'create').mockImplementation(async (...given) => {
    await fault({ kind: 'error', status: 500 })
    return await create(...given).finally(clearFaults)
  })
  expect((await ada.refund(ada.purchase)).json().state).toBe('requested')
  failing.mockRestore()
  await app.reconcilePayments()
  app.invalidateFacts(ada.id)
  expect([(await ada.refunds()).length, (await ada.context()).guarantee]).toEqual([1, null])
})

test.each([
  new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', message: 'too little', code: 'balance_insufficient' }),
  new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'no right to write refunds' }),
])('LEARN-55 a refund that waits for the operator stops no sync, and reconciling makes it: $message', async (refusal) => {
  const ada = await customer()
  const { refunds, subscriptions, prices } = app.payments?.stripe ?? stripe
  const create = vi.spyOn(refunds, 'create').mockRejectedValue(refusal)
  expect((await ada.refund(ada.purchase)).json().state).toBe('requested')
  const { data } = await prices.list({ lookup_keys: ['studio_eur'] })
  await subscriptions.create({ customer: ada.customer_id, items: [{ price: data[0]?.id ?? '' }], trial_period_days: 30 })
  await ada.sync()
  app.invalidateFacts(ada.id)
  expect(await ada.context()).toMatchObject({
    guarantee: { state: 'requested' },
    entitlements: { master_course: false, resources: true },
  })
  const [queued] = await app.sql`select error from failed_looks where customer_id = ${ada.customer_id}`
  expect(queued).toEqual({ error: refusal.message })

  create.mockRestore()
  expect(await app.reconcilePayments()).toMatchObject({ failed: 0 })
  app.invalidateFacts(ada.id)
  expect([(await ada.refunds()).length, (await ada.context()).guarantee]).toEqual([1, null])
  expect(await app.sql`select from failed_looks where customer_id = ${ada.customer_id}`).toEqual([])
})

test('LEARN-55 an account is not erased while its refund waits', async () => {
  const ada = await customer()
  const { refunds } = app.payments?.stripe ?? stripe
  const tooLittle = new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', code: 'balance_insufficient' })
  const create = vi.spyOn(refunds, 'create').mockRejectedValue(tooLittle)
  await ada.refund(ada.purchase)
  const user = { id: ada.id, email: 'ada@example.test' }
  issuer.addUser(user)
  const headers = await signIn(user)
  const response = await app.inject({ method: 'POST', url: '/api/accounts/erase', headers, payload: { email: user.email } })
  create.mockRestore()
  expect([response.statusCode, response.json().code]).toEqual([409, 'payment_pending'])
})

test('LEARN-55 a sync that fails after the refund makes no second one', async () => {
  const ada = await customer()
  const payments = app.payments
  if (!payments) throw new Error('there are no payments')
  // The refund is made, and its answer is lost.
  const retrieve = vi.spyOn(payments.stripe.charges, 'retrieve').mockRejectedValueOnce(new Error('the connection broke'))
  await ada.refund(ada.purchase).catch(() => undefined)
  retrieve.mockRestore()
  expect([(await ada.refunds()).length, await ada.opens()]).toEqual([1, false])
  await app.reconcilePayments()
  app.invalidateFacts(ada.id)
  expect([(await ada.refunds()).length, (await ada.context()).guarantee]).toEqual([1, null])
  expect((await ada.details()).purchases[0].refunded_at).not.toBeNull()
})

test('LEARN-55 the course opens again when Stripe refuses the refund, and the audit log says why', async () => {
  const ada = await customer()
  await control('/stripe/control/disputes', { charge: await ada.charge() })
  const response = await ada.refund(ada.purchase)
  expect([response.statusCode, response.json().code]).toEqual([502, 'payment_provider_error'])
  expect(await ada.refunds()).toEqual([])
  app.invalidateFacts(ada.id)
  expect(await ada.opens()).toBe(true)
  expect((await ada.log()).map(({ who, what, reason }) => [who, what, /charged back/.test(reason)])).toEqual([
    ['the user', 'request_refund', false],
    ['the academy', 'refuse_refund', true],
  ])
})

type Buyer = Awaited<ReturnType<typeof customer>>

/** Buys again with the same account, and returns the purchase. */
async function buysAgain(ada: Buyer, choice: object, payment: object = {}): Promise<string> {
  const purchase = await ada.buys(choice, payment)
  await ada.sync()
  app.invalidateFacts(ada.id)
  return purchase
}

test('LEARN-58 LEARN-59 an account that used the guarantee buys again without one, and the plans say so before', async () => {
  const ada = await customer({ bundle: true })
  expect((await ada.context()).next_guarantee).toBe('offered')
  await ada.refund(ada.purchase)
  for (const choice of [{ bundle: true }, { masterCourse: true }]) {
    expect((await ada.context()).next_guarantee, 'before the payment').toBe('used')
    const again = await buysAgain(ada, choice)
    expect([(await ada.context()).guarantee, (await ada.context()).entitlements.master_course]).toEqual([null, true])
    const response = await ada.refund(again)
    expect([response.statusCode, response.json().code, response.json().message]).toEqual([
      409,
      'guarantee_over',
      expect.stringContaining('It is once per person'),
    ])
    expect((await ada.details()).purchases.find(({ id }: { id: string }) => id === again).guarantee).toBe('used')
    expect((await ada.read('paid', false)).statusCode, 'nothing asks before the course starts').toBe(200)
    await app.sql`delete from course_starts where account_id = ${ada.id}`
    const charge = (await app.sql`select charge_id from purchases where id = ${again}`)[0]?.charge_id
    await stripe.refunds.create({ charge })
    await ada.sync()
    app.invalidateFacts(ada.id)
  }
  expect(await ada.refunds()).toHaveLength(1)
})

test('LEARN-58 a refund by the administrator leaves the guarantee for the next purchase, and a lost dispute does not', async () => {
  const ada = await customer()
  await stripe.refunds.create({ charge: await ada.charge() })
  await ada.sync()
  app.invalidateFacts(ada.id)
  expect((await ada.context()).next_guarantee).toBe('offered')
  const second = await buysAgain(ada, { masterCourse: true })
  expect((await ada.context()).guarantee).toMatchObject({ purchase_id: second, state: 'open' })
  await loseDispute((await app.sql`select charge_id from purchases where id = ${second}`)[0]?.charge_id)
  await ada.sync()
  app.invalidateFacts(ada.id)
  expect((await ada.context()).next_guarantee).toBe('used')
})

test('LEARN-58 a refund that Stripe refused uses nothing', async () => {
  const ada = await customer(undefined, PENDING_REFUNDS)
  await ada.refund(ada.purchase)
  expect((await ada.context()).next_guarantee).toBe('used')
  await settle(ada, 'canceled')
  expect([(await ada.context()).next_guarantee, (await ada.context()).guarantee.state]).toEqual(['offered', 'open'])
})

test('LEARN-58 a card that used the guarantee has none with another account, also after the first account is erased', async () => {
  const fingerprint = 'FpOfOnePerson'
  const [ada, twin, bob] = [
    await customer({ bundle: true }, { fingerprint }),
    await customer({ masterCourse: true }, { fingerprint }),
    await customer(),
  ]
  await ada.refund(ada.purchase)
  await app.sql`update purchases set paid_at = paid_at - interval '1 hour' where id = ${twin.purchase}`
  app.invalidateFacts(twin.id)
  expect((await twin.context()).guarantee, 'paid before the refund').toMatchObject({ state: 'open' })
  const user = { id: ada.id, email: 'twice@example.test' }
  issuer.addUser(user)
  const headers = await signIn(user)
  const erased = await app.inject({ method: 'POST', url: '/api/accounts/erase', headers, payload: { email: user.email } })
  expect(erased.statusCode).toBe(200)
  for (const payment of [{ fingerprint }, { fingerprint, card: '5555555555554444' }]) {
    const eve = await customer({ bundle: true }, payment)
    expect([(await eve.context()).guarantee, (await eve.refund(eve.purchase)).json().code]).toEqual([null, 'guarantee_over'])
    expect((await eve.details()).purchases[0].guarantee).toBe('used')
  }
  expect((await bob.context()).guarantee, 'another card').toMatchObject({ state: 'open' })
  const rows = await app.sql`select distinct payment_fingerprint from purchases where payment_fingerprint like '%OnePerson%'`
  expect(rows, 'only a digest is stored').toEqual([])
})

test('LEARN-58 a use in test mode does not count in live mode', async () => {
  const fingerprint = 'FpOfTwoModes'
  const ada = await customer(undefined, { fingerprint })
  await ada.refund(ada.purchase)
  await app.sql`update purchases set livemode = true where id = ${ada.purchase}`
  const eve = await customer(undefined, { fingerprint })
  expect((await eve.context()).guarantee).toMatchObject({ state: 'open' })
})

/** Settles the refund of a purchase as its bank would, and delivers what Stripe reports about it. */
async function settle(ada: Awaited<ReturnType<typeof customer>>, status: 'succeeded' | 'failed' | 'canceled') {
  const [refund] = await ada.refunds()
  await control(`/stripe/control/refunds/${refund?.id}/status`, { status })
  for (const event of await events())
    if ((event.data.object as { id?: string }).id === refund?.id) expect((await deliver(event)).statusCode).toBe(200)
  app.invalidateFacts(ada.id)
  return refund?.id
}

/** A card whose refunds are pending at first, as with too little money in the balance: https://docs.stripe.com/refunds. */
const PENDING_REFUNDS = { card: '4000000000007726' }

test('LEARN-54 a refund that was pending ends the bundle with its Studio when Stripe makes it', async () => {
  const ada = await customer({ bundle: true }, PENDING_REFUNDS)
  expect((await ada.refund(ada.purchase)).json().state).toBe('requested')
  expect([await ada.opens(), await ada.studio()]).toEqual([false, 'trialing'])
  await settle(ada, 'succeeded')
  expect([(await ada.details()).purchases[0].guarantee, await ada.studio()]).toEqual(['refunded', 'canceled'])
  expect(await ada.refunds()).toHaveLength(1)
})

test('LEARN-55 the course opens again when a pending refund is canceled', async () => {
  const ada = await customer(undefined, PENDING_REFUNDS)
  await ada.refund(ada.purchase)
  const refund = await settle(ada, 'canceled')
  expect(await ada.opens()).toBe(true)
  expect((await ada.log()).at(-1)).toMatchObject({
    what: 'refuse_refund',
    reason: `The refund ${refund} did not arrive (merchant_request).`,
  })
})

test('LEARN-55 a refund that fails later counts as refused, and names the reason', async () => {
  const ada = await customer()
  expect((await ada.refund(ada.purchase)).json().state).toBe('refunded')
  const refund = await settle(ada, 'failed')
  expect(await ada.opens()).toBe(true)
  const reason = `The refund ${refund} did not arrive (expired_or_canceled_card).`
  expect((await ada.log()).at(-1)).toMatchObject({ what: 'refuse_refund', reason })
})

test('LEARN-53 a purchase of another account, and one that is not there, is not found', async () => {
  const [ada, bob] = [await customer(), await learner()]
  for (const id of [ada.purchase, 'cs_unknown']) expect((await bob.refund(id)).statusCode).toBe(404)
  const empty = await bob.refund('')
  expect([empty.statusCode, empty.json().fields]).toEqual([400, { purchase_id: 'purchase_id is required.' }])
  expect(await ada.opens()).toBe(true)
})

test('LEARN-53 of a concurrent course start and refund request, only the first succeeds', async () => {
  for (let round = 0; round < 4; round += 1) {
    const ada = await customer()
    const [response, content] = await Promise.all(
      round % 2 ? [ada.refund(ada.purchase), ada.read('paid')] : [ada.read('paid').then(() => ada.refund(ada.purchase)), ada.read('paid')],
    )
    const isServed = content?.statusCode === 200
    expect([isServed, response?.statusCode]).toEqual(isServed ? [true, 409] : [false, 200])
    expect(await ada.refunds()).toHaveLength(isServed ? 0 : 1)
  }
})

test('LEARN-53 any order of clicks, syncs, openings and failures of Stripe makes at most one refund, and none after content was served', async () => {
  const step = fc.constantFrom('refund', 'refund', 'read', 'sync', 'down', 'up', 'reconcile')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 7 }), async (steps) => {
      const ada = await customer()
      let wasServed = false
      try {
        for (const step of steps) {
          if (step === 'refund') await ada.refund(ada.purchase)
          if (step === 'read') wasServed ||= await ada.opens()
          if (step === 'sync') await ada.sync().catch(() => undefined)
          if (step === 'down') await fault({ kind: 'down' })
          if (step === 'up') await clearFaults()
          if (step === 'reconcile') await app.reconcilePayments().catch(() => undefined)
        }
      } finally {
        await clearFaults()
      }
      await app.reconcilePayments()
      app.invalidateFacts(ada.id)
      const isAsked = steps.includes('refund') && !wasServed
      expect([(await ada.refunds()).length, await ada.opens()]).toEqual(isAsked ? [1, false] : [0, true])
    }),
    { numRuns: 8 },
  )
})
