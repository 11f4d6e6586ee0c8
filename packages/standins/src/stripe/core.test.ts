import Stripe from 'stripe'
import { afterAll, afterEach, expect, test } from 'vitest'
import { STRIPE_SECRET_KEY } from './core/identity.ts'
import { refusal, startStripe } from './testing/start-stripe.ts'

const stripe = await startStripe()
afterAll(() => stripe.stop())
afterEach(() => stripe.faults.clear())

const hook = { url: 'https://example.com/hook', enabled_events: ['*' as const] }
const asAnything = (value: unknown) => value as never

test('an account in live mode accepts only its live key, and its objects have livemode set', async () => {
  const live = await startStripe({ identity: { account: 'acct_1Live', livemode: true } })
  try {
    expect((await live.client.accounts.retrieveCurrent()).id).toBe('acct_1Live')
    expect(await live.client.customers.create({ email: 'ada@live.test' })).toMatchObject({ livemode: true })
    const { id: price } = await live.client.prices.create({ currency: 'eur', unit_amount: 900, product_data: { name: 'Book' } })
    const session = await live.client.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price, quantity: 1 }],
      success_url: 'http://localhost:3000/',
    })
    expect(session).toMatchObject({ livemode: true, id: expect.stringMatching(/^cs_live_/) })
    expect((await live.call('GET', '/v1/account')).status, 'the test key').toBe(401)
  } finally {
    await live.stop()
  }
})

test('requires the key', async () => {
  const without = await fetch(`${stripe.url}/v1/events`)
  expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Stripe"'])
  expect(await without.json()).toMatchObject({
    error: { type: 'invalid_request_error', message: expect.stringContaining('did not provide an API key') },
  })
  const wrong = new Stripe('sk_test_wrong_key_1234', { ...stripe.clientOptions, maxNetworkRetries: 0 })
  const error = await refusal(wrong.events.list())
  expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  expect(error.message).toContain('Invalid API Key')
})

test('supports one API version, and returns a request id with every response', async () => {
  const response = await stripe.call('GET', '/v1/events', undefined, { 'stripe-version': '2020-08-27' })
  expect([response.status, response.body]).toMatchObject([
    400,
    { error: { message: expect.stringContaining('Invalid Stripe API version') } },
  ])
  expect(response.headers.get('request-id')).toMatch(/^req_\w{14}$/)
  const { lastResponse } = await stripe.client.events.list()
  expect(lastResponse.requestId).toMatch(/^req_\w{14}$/)
  expect(lastResponse.apiVersion).toBe('2026-10-28.endive')
})

test("refuses unknown, missing and malformed parameters with Stripe's messages", async () => {
  const create = (more: object) => refusal(stripe.client.webhookEndpoints.create(asAnything({ ...hook, ...more })))
  expect(await create({ colour: 'red' })).toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    code: 'parameter_unknown',
    param: 'colour',
    message: 'Received unknown parameter: colour',
  })
  expect(await create({ url: undefined })).toMatchObject({
    code: 'parameter_missing',
    param: 'url',
    message: 'Missing required param: url.',
  })
  expect(await create({ url: 'nowhere' })).toMatchObject({ code: 'url_invalid', param: 'url' })
  expect(await create({ enabled_events: 'all' })).toMatchObject({ param: 'enabled_events', message: 'Invalid array' })
  expect(await create({ enabled_events: ['checkout.session.complete'] })).toMatchObject({
    param: 'enabled_events[0]',
    message: expect.stringContaining('checkout.session.complete is not an event type'),
  })
  const deep = stripe.client.customers.create(asAnything({ metadata: { deep: { er: 1 } } }))
  expect(await refusal(deep)).toMatchObject({ param: 'metadata[deep]', message: 'Invalid string' })
  expect(await refusal(stripe.client.events.list({ limit: 101 }))).toMatchObject({ param: 'limit', code: 'parameter_invalid_integer' })
  expect(await refusal(stripe.client.events.list(asAnything({ limit: 'many' })))).toMatchObject({ message: 'Invalid integer: many' })
})

test('responds with 404 for an unknown id in the path, 400 for one in a parameter, and names an unknown URL', async () => {
  expect(await refusal(stripe.client.webhookEndpoints.del('we_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such webhook endpoint: 'we_none'",
  })
  expect(await refusal(stripe.client.events.list({ starting_after: 'evt_none' }))).toMatchObject({
    statusCode: 400,
    param: 'starting_after',
  })
  // an endpoint of Stripe that the academy does not call
  expect(await refusal(stripe.client.balance.retrieve())).toMatchObject({
    statusCode: 404,
    type: 'StripeInvalidRequestError',
    message: expect.stringContaining('Unrecognized request URL (GET: /v1/balance)'),
  })
})

test('replays the response for a repeated idempotency key, and refuses the key with other parameters or during its request', async () => {
  const { webhookEndpoints } = stripe.client
  const countEndpoints = async () => (await webhookEndpoints.list({ limit: 100 })).data.length
  const before = await countEndpoints()
  const first = await webhookEndpoints.create(hook, { idempotencyKey: 'once' })
  const second = await webhookEndpoints.create(hook, { idempotencyKey: 'once' })
  expect(second).toEqual(first)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  expect(await countEndpoints()).toBe(before + 1)
  const other = await refusal(webhookEndpoints.create({ ...hook, url: 'https://example.com/other' }, { idempotencyKey: 'once' }))
  expect([other, other.message]).toMatchObject([
    { statusCode: 400, rawType: 'idempotency_error' },
    expect.stringContaining('same parameters'),
  ])
  const elsewhere = await refusal(webhookEndpoints.update(first.id, {}, { idempotencyKey: 'once' }))
  expect(elsewhere.message).toContain('same endpoint')
  const race = await Promise.allSettled([1, 2, 3, 4].map(() => webhookEndpoints.create(hook, { idempotencyKey: 'race' })))
  const refused = race.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  for (const error of refused) expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect(await countEndpoints()).toBe(before + 2)
})

test('a slow request holds its idempotency key, and finishes after its client has left', async () => {
  const { customers } = stripe.client
  const create = (options: object = {}) => customers.create({ email: 'slow@example.test' }, { idempotencyKey: 'slow', ...options })
  const created = async () => (await customers.list({ email: 'slow@example.test' })).data.map(({ id }) => id)
  // it stays slow until its fault ends; the client waits long enough for the request to arrive
  stripe.faults.set({ service: 'stripe', kind: 'slow', delay_ms: 120_000, times: 1 })
  expect(await refusal(create({ timeout: 2_000 }))).toMatchObject({ type: 'StripeConnectionError' })
  expect(await refusal(create())).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  stripe.faults.clear('stripe')
  await expect.poll(created).toHaveLength(1)
  expect([(await create()).id]).toEqual(await created())
})

test('replays errors for an idempotency key, except those for malformed parameters', async () => {
  const { webhookEndpoints } = stripe.client
  await refusal(webhookEndpoints.update('we_none', {}, { idempotencyKey: 'missing' }))
  const again = await stripe.call('POST', '/v1/webhook_endpoints/we_none', {}, { 'idempotency-key': 'missing' })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([404, 'true'])
  await refusal(webhookEndpoints.create(asAnything({ url: hook.url }), { idempotencyKey: 'mended' }))
  await expect(webhookEndpoints.create(hook, { idempotencyKey: 'mended' })).resolves.toMatchObject({ status: 'enabled' })
})

test('replays a server error for an idempotency key after the fault is over, but a saved response stays', async () => {
  const { webhookEndpoints } = stripe.client
  stripe.faults.set({ service: 'stripe', kind: 'error', status: 500, times: 1 })
  expect(await refusal(webhookEndpoints.create(hook, { idempotencyKey: 'failed' }))).toMatchObject({ statusCode: 500 })
  const replayed = await refusal(webhookEndpoints.create(hook, { idempotencyKey: 'failed' }))
  expect([replayed.statusCode, replayed.headers?.['idempotent-replayed']]).toEqual([500, 'true'])
  const made = await webhookEndpoints.create(hook, { idempotencyKey: 'made' })
  stripe.faults.set({ service: 'stripe', kind: 'error', status: 500, times: 1 })
  await refusal(webhookEndpoints.create(hook, { idempotencyKey: 'made' }))
  expect(await webhookEndpoints.create(hook, { idempotencyKey: 'made' })).toEqual(made)
})

test("faults have Stripe's error format, and the SDK retries them", async () => {
  stripe.faults.set({ service: 'stripe', kind: 'error', status: 503, times: 1 })
  expect(await refusal(stripe.client.events.list())).toMatchObject({ statusCode: 503, type: 'StripeAPIError' })
  stripe.faults.set({ service: 'stripe', kind: 'rate_limited', times: 1 })
  expect(await refusal(stripe.client.events.list())).toMatchObject({ statusCode: 429, type: 'StripeRateLimitError' })
  stripe.faults.set({ service: 'stripe', kind: 'error', times: 1 })
  const patient = new Stripe(STRIPE_SECRET_KEY, { ...stripe.clientOptions, maxNetworkRetries: 2 })
  await expect(patient.events.list()).resolves.toMatchObject({ object: 'list' })
})
