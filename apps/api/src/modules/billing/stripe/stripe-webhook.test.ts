import { beforeEach, expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'
import { STRIPE_WEBHOOK_PATH } from './stripe-webhook.ts'

const academy = await startSellingAcademy()
const { app, logs, stripe, buyer, deliver, events, control, fault, clearFaults } = academy

beforeEach(clearFaults)

const eventsOf = async (customer: string) =>
  (await events()).filter(({ data }) => (data.object as { customer?: string | null }).customer === customer)
const recorded = (id: string) =>
  app.sql`select type, applied_at is not null as applied, attempts, error, customer_id, account_id from stripe_events where id = ${id}`
const purchasesOf = (id: string) => app.sql`select offer, refunded_at, dispute_status from purchases where account_id = ${id}`

/** A buyer whose webhooks have not been delivered yet. */
async function payer(choice: object = { masterCourse: true }) {
  const ada = await buyer()
  const session = await ada.buys(choice)
  const customer = await ada.customer()
  const all = await eventsOf(customer)
  const completed = all.find(({ type }) => type === 'checkout.session.completed')
  if (!completed) throw new Error('Stripe listed no completed checkout')
  return { ada, session, customer, all, completed }
}

test('ACCESS-06 the webhook of a completed checkout unlocks what was paid for, and the customer is shown from then on', async () => {
  const { ada, session, customer, completed } = await payer()
  const response = await deliver(completed)
  expect([response.statusCode, response.json()]).toEqual([200, { received: true }])
  expect(await app.sql`select id, offer, currency, amount, refunded_amount, charge_id from purchases where account_id = ${ada.id}`).toEqual(
    [
      {
        id: session,
        offer: 'master_course',
        currency: 'eur',
        amount: 259_00,
        refunded_amount: 0,
        charge_id: expect.stringMatching(/^ch_/),
      },
    ],
  )
  const { entitlements, stripe_customer_id, prices } = await ada.context()
  expect([entitlements.master_course, entitlements.resources, stripe_customer_id]).toEqual([true, false, customer])
  expect(prices).toHaveLength(1)
  expect(await recorded(completed.id)).toEqual([
    { type: 'checkout.session.completed', applied: true, attempts: 1, error: null, customer_id: customer, account_id: ada.id },
  ])
})

test('MONEY-15 an event of the other mode of Stripe is ignored, and the log names the settings that disagree', async () => {
  const { ada, completed } = await payer()
  expect((await deliver({ ...completed, livemode: true })).statusCode, 'Stripe need not send it again').toBe(200)
  expect([await purchasesOf(ada.id), await recorded(completed.id)]).toEqual([[], []])
  expect(logs.filter((line) => line.includes('STRIPE_WEBHOOK_SECRET belongs to another mode'))).toHaveLength(1)
  expect((await deliver(completed)).statusCode).toBe(200)
  expect(await purchasesOf(ada.id)).toHaveLength(1)
})

test('repeated and concurrent events of one payment record it once', async () => {
  const { ada, all } = await payer({ bundle: true })
  const responses = await Promise.all([...all, ...all, ...all.toReversed()].map((event) => deliver(event)))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await purchasesOf(ada.id)).toEqual([{ offer: 'bundle', refunded_at: null, dispute_status: null }])
  const rows = await app.sql`select status, offer from subscriptions where account_id = ${ada.id}`
  expect(rows).toEqual([{ status: 'trialing', offer: 'studio' }])
  const { entitlements } = await ada.context()
  expect([entitlements.master_course, entitlements.resources, entitlements.my_prompts]).toEqual([true, true, true])
})

test('ignores an applied event without a request to Stripe', async () => {
  const { completed } = await payer()
  await deliver(completed)
  await fault({ kind: 'error', status: 500 })
  expect((await deliver(completed)).statusCode).toBe(200)
  expect(await recorded(completed.id)).toMatchObject([{ applied: true, attempts: 1 }])
})

test('ignores the content of an event: a paid session that Stripe does not know unlocks nothing', async () => {
  const ada = await buyer()
  const response = await ada.checkout({ masterCourse: true })
  const session = await stripe.checkout.sessions.retrieve(academy.sessionOf(response.json().url))
  const lie = {
    id: 'evt_lie',
    object: 'event',
    livemode: false,
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: { object: { ...session, status: 'complete', payment_status: 'paid' } },
  }
  expect((await deliver(lie)).statusCode).toBe(200)
  expect(await purchasesOf(ada.id)).toEqual([])
})

test.each([
  ['forged with another secret', { secret: 'whsec_somebody_else_made_this_up' }, 'This was not signed by Stripe.'],
  ['signed ten minutes ago', { at: new Date(Date.now() - 600_000) }, 'This was signed by Stripe 10 minutes ago, by the clock here.'],
])('a webhook that is %s is refused with the reason, and nothing is written', async (_, signing, reason) => {
  const { ada, completed } = await payer()
  const response = await deliver(completed, signing)
  expect(response.statusCode).toBe(400)
  expect(response.json().error).toContain(reason)
  expect(await recorded(completed.id)).toEqual([])
  expect(await purchasesOf(ada.id)).toEqual([])
})

test('a webhook whose body was changed after signing is refused, and so is one without a signature', async () => {
  const { ada, completed } = await payer()
  const payload = JSON.stringify(completed)
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: academy.webhookSecret })
  const send = (body: string, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: STRIPE_WEBHOOK_PATH, payload: body, headers: { 'content-type': 'application/json', ...headers } })
  expect((await send(payload.replace(ada.id, '00000000-0000-4000-8000-000000000000'), { 'stripe-signature': signature })).statusCode).toBe(
    400,
  )
  expect((await send(` ${payload}`, { 'stripe-signature': signature })).statusCode).toBe(400)
  for (const header of ['', 't=1', 't=,v1=', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`, 'nonsense'])
    expect((await send(payload, { 'stripe-signature': header })).statusCode).toBe(400)
  expect((await send(payload, {})).statusCode).toBe(400)
  expect(await recorded(completed.id)).toEqual([])
})

test('refuses a signed body that is not JSON, and does not read one that is too large', async () => {
  const sign = (payload: string) => stripe.webhooks.generateTestHeaderString({ payload, secret: academy.webhookSecret })
  const send = (payload: string, type = 'application/json') =>
    app.inject({
      method: 'POST',
      url: STRIPE_WEBHOOK_PATH,
      payload,
      headers: { 'content-type': type, 'stripe-signature': sign(payload) },
    })
  expect((await send('{')).statusCode).toBe(400)
  expect((await send('{"id":"evt_1"}', 'text/plain')).statusCode).toBe(415)
  expect((await send(JSON.stringify({ filling: 'x'.repeat(600_000) }))).statusCode).toBe(413)
})

test('accepts an event of an unhandled type without recording it', async () => {
  const event = {
    id: 'evt_unknown',
    object: 'event',
    livemode: false,
    type: 'product.created',
    created: 1,
    data: { object: { object: 'product', id: 'prod_1' } },
  }
  expect((await deliver(event)).statusCode).toBe(200)
  expect(await recorded('evt_unknown')).toEqual([])
})

test('an event of an unmatched customer is answered with 500 and kept for the operator until it is matched', async () => {
  const stranger = await stripe.customers.create({ email: 'stranger@example.test' })
  const { data } = await stripe.prices.list({ lookup_keys: ['studio_eur'] })
  const session = await stripe.checkout.sessions.create({
    customer: stranger.id,
    mode: 'subscription',
    line_items: [{ price: data[0]?.id ?? '', quantity: 1 }],
    success_url: 'http://localhost:3000/',
  })
  await control(`/stripe/control/checkout/${session.id}/pay`, {})
  const [event] = (await eventsOf(stranger.id)).filter(({ type }) => type === 'customer.subscription.created')
  if (!event) throw new Error('Stripe listed no subscription event')

  for (const attempts of [1, 2]) {
    expect((await deliver(event)).statusCode).toBe(500)
    expect(await recorded(event.id)).toEqual([
      expect.objectContaining({
        applied: false,
        attempts,
        customer_id: stranger.id,
        account_id: null,
        error: `UnmatchedCustomer: No account pays as ${stranger.id}.`,
      }),
    ])
  }

  const ada = await buyer()
  await stripe.customers.update(stranger.id, { metadata: { account_id: ada.id } })
  expect((await deliver(event)).statusCode).toBe(200)
  expect(await recorded(event.id)).toMatchObject([{ applied: true, attempts: 3, error: null, account_id: ada.id }])
  expect((await ada.context()).entitlements.resources).toBe(true)
})

test('while Stripe fails an event is answered with 500 and kept; sent again it is applied', async () => {
  const { ada, completed } = await payer()
  await fault({ kind: 'error', status: 500 })
  expect((await deliver(completed)).statusCode).toBe(500)
  expect(await recorded(completed.id)).toMatchObject([{ applied: false, attempts: 1, error: expect.stringContaining('Stripe') }])
  expect(await purchasesOf(ada.id)).toEqual([])
  await clearFaults()
  expect((await deliver(completed)).statusCode).toBe(200)
  expect(await purchasesOf(ada.id)).toHaveLength(1)
})

test('R-09 a full refund ends the purchase, a partial one does not', async () => {
  const { ada, session } = await payer()
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
  const tell = async () => {
    for (const event of (await eventsOf(await ada.customer())).filter(({ type }) => type === 'charge.refunded')) await deliver(event)
  }
  await stripe.refunds.create({ payment_intent: String(payment_intent), amount: 100_00 })
  await tell()
  expect((await ada.context()).entitlements.master_course).toBe(true)
  await stripe.refunds.create({ payment_intent: String(payment_intent) })
  await tell()
  expect((await ada.context()).entitlements.master_course).toBe(false)
  expect(await app.sql`select refunded_amount, refunded_at is not null as refunded from purchases where account_id = ${ada.id}`).toEqual([
    { refunded_amount: 259_00, refunded: true },
  ])
  expect((await ada.checkout({ masterCourse: true })).statusCode, 'it can be bought again').toBe(200)
})

test.each([
  ['lost', false],
  ['won', true],
] as const)('R-09 a dispute keeps access while it is open; %s, and access is %s', async (outcome, access) => {
  const { ada, session, customer } = await payer()
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
  const dispute = await control<{ id: string }>('/stripe/control/disputes', { payment_intent })
  const disputeEvent = async (type: string) => {
    const event = (await events()).findLast((event) => event.type === type && (event.data.object as { id: string }).id === dispute.id)
    if (!event) throw new Error(`Stripe listed no ${type}`)
    return event
  }
  expect((await deliver(await disputeEvent('charge.dispute.created'))).statusCode).toBe(200)
  expect(await purchasesOf(ada.id)).toMatchObject([{ dispute_status: 'open' }])
  expect((await ada.context()).entitlements.master_course).toBe(true)
  await control(`/stripe/control/disputes/${dispute.id}/status`, { status: outcome })
  const closed = await disputeEvent('charge.dispute.closed')
  expect((await deliver(closed)).statusCode).toBe(200)
  expect(await recorded(closed.id)).toMatchObject([{ customer_id: customer }])
  expect(await purchasesOf(ada.id)).toMatchObject([{ dispute_status: outcome }])
  expect((await ada.context()).entitlements.master_course).toBe(access)
})

test('R-09 a full refund that was pending ends the purchase when Stripe makes it', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true }, { card: '4000000000007726' })
  const customer = await ada.customer()
  await app.payments?.sync(customer)
  const applied = await eventsOf(customer)
  for (const event of applied) await deliver(event)
  const [charge] = (await stripe.charges.list({ customer })).data
  const refund = await stripe.refunds.create({ charge: charge?.id ?? '' })
  await control(`/stripe/control/refunds/${refund.id}/status`, { status: 'succeeded' })
  const later = (await eventsOf(customer)).slice(applied.length)
  for (const event of later) await deliver(event)
  expect((await ada.context()).entitlements.master_course).toBe(false)
})

test('D-126 a refunded bundle ends its Studio before the first charge', async () => {
  const { ada, session, all } = await payer({ bundle: true })
  for (const event of all) await deliver(event)
  const [bought] = await app.sql<{ payment_intent_id: string; subscription_id: string }[]>`
    select payment_intent_id, subscription_id from purchases where id = ${session}`
  await stripe.refunds.create({ payment_intent: bought?.payment_intent_id ?? '' })
  const refunded = (await eventsOf(await ada.customer())).find(({ type }) => type === 'charge.refunded')
  expect((await deliver(refunded ?? {})).statusCode).toBe(200)
  expect((await stripe.subscriptions.retrieve(bought?.subscription_id ?? '')).status).toBe('canceled')
  const { entitlements } = await ada.context()
  expect([entitlements.master_course, entitlements.resources]).toEqual([false, false])
})

/** Deletes a customer at Stripe, and returns the event about it. */
async function deleteCustomer(customer: string) {
  await stripe.customers.del(customer)
  return (await events()).find(({ type, data }) => type === 'customer.deleted' && (data.object as { id: string }).id === customer) ?? {}
}

test('a deleted customer loses the subscription, keeps the course, and leaves the context', async () => {
  const { ada, customer, all } = await payer()
  await ada.buys({ numberOfPlans: 1 })
  for (const event of all) await deliver(event)
  expect((await deliver(await deleteCustomer(customer))).statusCode).toBe(200)
  const { entitlements, stripe_customer_id } = await ada.context()
  expect([entitlements.master_course, entitlements.resources, stripe_customer_id]).toEqual([true, false, null])
})

test('a deleted customer leaves the context after another sync than that of its failed event', async () => {
  const { ada, customer, all } = await payer()
  for (const event of all) await deliver(event)
  const deleted = await deleteCustomer(customer)
  await fault({ kind: 'error', status: 500 })
  expect((await deliver(deleted)).statusCode).toBe(500)
  await clearFaults()
  await app.payments?.sync(customer)
  expect((await deliver(deleted)).statusCode).toBe(200)
  expect((await ada.context()).stripe_customer_id).toBeNull()
})
