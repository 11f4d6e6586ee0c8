import { randomUUID } from 'node:crypto'
import { type Currency, OFFER_NAMES, OFFERS, type OfferName, priceKey } from '@academy/catalog'
import { apiError } from '@academy/contract'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const academy = await startSellingAcademy()
const { app, stripe, buyer, sessionOf, control, fault, clearFaults, deliver, events } = academy

beforeEach(clearFaults)

const combinations = OFFER_NAMES.flatMap((offer) => (['eur', 'usd'] as const).map((currency): [OfferName, Currency] => [offer, currency]))
const sessionsOf = async (customer: string) => (await stripe.checkout.sessions.list({ customer, limit: 100 })).data
const refusalOf = (response: { statusCode: number; json: () => { code: string } }) => [response.statusCode, response.json().code]

test.each(combinations)(
  'PAY-01 PAY-02 PAY-04 D-118 R-08 %s in %s begins at Stripe over exactly its price, for a customer who is bound to the account',
  async (offer, currency) => {
    const ada = await buyer()
    const response = await ada.checkout({ ...OFFERS[offer].checkout, currency })
    expect(response.statusCode).toBe(200)
    const { url } = response.json()
    const session = await stripe.checkout.sessions.retrieve(sessionOf(url), { expand: ['line_items'] })
    expect(session).toMatchObject({
      url,
      status: 'open',
      currency,
      amount_total: OFFERS[offer].amounts[currency],
      client_reference_id: ada.id,
      allow_promotion_codes: true,
      adaptive_pricing: { enabled: false },
      customer: await ada.customer(),
    })
    const keys = session.line_items?.data.map(({ price }) => price?.lookup_key)
    expect(keys).toEqual(offer === 'bundle' ? [`bundle_${currency}`, `studio_${currency}`] : [priceKey(offer, currency)])
    const customer = await stripe.customers.retrieve(await ada.customer())
    expect(customer).toMatchObject({ email: ada.email, metadata: { account_id: ada.id } })
    expect((await ada.context()).stripe_customer_id, 'D-124 nothing has been completed yet').toBeNull()
  },
)

test('PRICE-10 D-120 the bundle’s Studio costs nothing for three months, and the page says what it costs then', async () => {
  const ada = await buyer()
  const session = await ada.buys({ bundle: true, currency: 'usd' })
  const { subscription, custom_text, amount_total } = await stripe.checkout.sessions.retrieve(session, { expand: ['subscription'] })
  expect(custom_text.submit?.message).toContain('After them it costs $19 a month, until you cancel.')
  expect(amount_total).toBe(289_00)
  expect(subscription).toMatchObject({ status: 'trialing' })
  const days = typeof subscription === 'object' ? ((subscription?.trial_end ?? 0) - (subscription?.created ?? 0)) / 86_400 : 0
  expect(days).toBeGreaterThanOrEqual(89)
  expect(days).toBeLessThanOrEqual(92)
})

test.each([
  { successUrl: 'https://evil.example/dashboard' },
  { cancelUrl: 'http://localhost:3000.evil.example/' },
  { successUrl: 'http://localhost:3000@evil.example/' },
  { cancelUrl: 'https://localhost:3000/' },
  { successUrl: 'http://localhost:3001/' },
])('D-123 return URLs elsewhere (%o) are refused, and nothing is begun', async (urls) => {
  const ada = await buyer()
  expect(refusalOf(await ada.checkout({ masterCourse: true, ...urls }))).toEqual([400, 'invalid_request'])
  expect(await ada.customer()).toBe('')
})

test.each([{ price: 'price_1' }, { amount: 1 }, { price_id: 'price_1' }, { line_items: [] }, { customer: 'cus_1' }, { numberOfPlans: 2 }])(
  'D-118 a request that names its own price, amount or customer (%o) is refused',
  async (more) => {
    const ada = await buyer()
    expect(refusalOf(await ada.checkout({ masterCourse: true, ...more }))).toEqual([400, 'invalid_request'])
    expect(await ada.customer()).toBe('')
  },
)

test('R-08 creates one customer and one checkout for two tabs at the same time', async () => {
  const ada = await buyer()
  const responses = await Promise.all(Array.from({ length: 6 }, () => ada.checkout({ masterCourse: true })))
  expect(new Set(responses.map((response) => response.json().url)).size).toBe(1)
  const named = (await stripe.customers.list({ limit: 100, email: ada.email })).data
  expect(named.map(({ id }) => id)).toEqual([await ada.customer()])
  expect(await sessionsOf(await ada.customer())).toHaveLength(1)
})

test('twenty requests of one account delay no other account', async () => {
  const [eve, ada] = [await buyer(), await buyer()]
  await fault({ kind: 'slow', delay_ms: 50 })
  let pressed = 0
  const orders = [{ masterCourse: true }, { numberOfPlans: 1 }]
  const all = Array.from({ length: 20 }, (_, index) => eve.checkout(orders[index % 2] ?? {}).then(() => (pressed += 1)))
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(200)
  expect(pressed).toBeLessThan(20)
  await clearFaults()
  await Promise.all(all)
})

test('limits how many purchases one account begins in a minute, and no other account', async () => {
  const [eve, ada] = [await buyer(), await buyer()]
  for (let slip = 0; slip < 5; slip += 1) expect((await eve.checkout({})).statusCode, 'invalid, so it is not counted').toBe(400)
  const responses: Awaited<ReturnType<typeof eve.checkout>>[] = []
  for (let press = 0; press < 22; press += 1)
    responses.push(await eve.checkout({ masterCourse: true, currency: press % 2 === 0 ? 'eur' : 'usd' }))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(200), 429, 429])
  const last = responses.at(-1)
  expect(apiError.strict().parse(last?.json())).toMatchObject({ code: 'rate_limited' })
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  expect(await sessionsOf(await eve.customer())).toHaveLength(20)
  expect((await eve.context()).email, 'everything else goes on').toBe(eve.email)
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(200)
})

test('leaves one open checkout when two tabs buy different offers at the same time', async () => {
  const ada = await buyer()
  const orders = [{ masterCourse: true }, { bundle: true }, { numberOfPlans: 1 }, { bundle: true, currency: 'usd' }]
  const responses = await Promise.all(orders.map((order) => ada.checkout(order)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const open = (await sessionsOf(await ada.customer())).filter(({ status }) => status === 'open')
  expect(open).toHaveLength(1)
})

test('ERR-35 D-119 refuses an offer that was just paid, before its webhook arrives', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  expect(refusalOf(await ada.checkout({ masterCourse: true }))).toEqual([409, 'already_purchased'])
  expect(refusalOf(await ada.checkout({ bundle: true, currency: 'usd' }))).toEqual([409, 'already_purchased'])
  expect((await ada.checkout({ numberOfPlans: 1 })).statusCode, 'the Studio is still for sale').toBe(200)
})

test('D-119 PRICE-18 an active Studio is not sold again, and hides the bundle', async () => {
  const ada = await buyer()
  await ada.buys({ numberOfPlans: 1 })
  expect(refusalOf(await ada.checkout({ numberOfPlans: 1 }))).toEqual([409, 'already_purchased'])
  expect(refusalOf(await ada.checkout({ bundle: true }))).toEqual([409, 'not_on_offer'])
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(200)
})

test('D-119 sells neither a granted package nor a hidden bundle', async () => {
  const ada = await buyer()
  await ada.context()
  await app.sql`insert into grants (account_id, package, reason, granted_by) values (${ada.id}, 'master_course', 'a test', 'a test')`
  expect(refusalOf(await ada.checkout({ masterCourse: true }))).toEqual([409, 'already_purchased'])
  const bob = await buyer()
  await bob.context()
  await app.sql`update accounts set hide_bundle_deal = true where account_id = ${bob.id}`
  expect(refusalOf(await bob.checkout({ bundle: true }))).toEqual([409, 'not_on_offer'])
})

test('PAY-04 sells nothing while a bank debit is processing, and sells again after it fails', async () => {
  const ada = await buyer()
  const session = await ada.buys({ masterCourse: true }, { bank: true })
  expect(refusalOf(await ada.checkout({ masterCourse: true }))).toEqual([409, 'already_purchased'])
  expect(refusalOf(await ada.checkout({ numberOfPlans: 1 }))).toEqual([409, 'already_purchased'])
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
  await control('/stripe/control/settle', { payment_intent, outcome: 'failed' })
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(200)
})

test('PAY-04 R-18 after a failed first debit of the Studio says that the payment failed, and where to pay', async () => {
  const ada = await buyer()
  await ada.buys({ numberOfPlans: 1 }, { bank: true })
  const { data } = await stripe.paymentIntents.list({ customer: await ada.customer() })
  await control('/stripe/control/settle', { payment_intent: data[0]?.id, outcome: 'failed' })
  const response = await ada.checkout({ numberOfPlans: 1 })
  expect([...refusalOf(response), response.json().message]).toEqual([
    409,
    'already_purchased',
    'Your last payment failed: choose Manage plan. Nothing was charged.',
  ])
})

test('a bank debit that arrives unlocks', async () => {
  const ada = await buyer()
  const session = await ada.buys({ masterCourse: true }, { bank: true })
  expect((await ada.context()).entitlements.master_course).toBe(false)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
  await control('/stripe/control/settle', { payment_intent, outcome: 'succeeded' })
  await expect.poll(async () => (await ada.context()).entitlements.master_course).toBe(true)
})

test('records a second payment, shows it to the operator and logs it', async () => {
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  const customer = await ada.customer()
  const [first] = await sessionsOf(customer)
  const { data } = await stripe.prices.list({ lookup_keys: ['master_course_eur'] })
  const again = await stripe.checkout.sessions.create({
    customer,
    mode: 'payment',
    line_items: [{ price: data[0]?.id ?? '', quantity: 1 }],
    success_url: 'http://localhost:3000/',
    metadata: first?.metadata ?? {},
  })
  await control(`/stripe/control/checkout/${again.id}/pay`, {})
  await app.payments?.sync(customer)
  const problems =
    await app.sql`select session_id from checkouts where problem like 'The course was paid for before%' and account_id = ${ada.id}`
  expect(problems).toHaveLength(1)
  expect(academy.logs.filter((line) => line.includes('paid twice'))).toHaveLength(1)
  expect(await app.sql`select id from purchases where account_id = ${ada.id}`).toHaveLength(2)

  const [paid] = await app.sql<{ payment_intent_id: string }[]>`
    select payment_intent_id from purchases where id = ${problems[0]?.session_id as string}`
  await stripe.refunds.create({ payment_intent: paid?.payment_intent_id ?? '' })
  await app.payments?.sync(customer)
  expect(await app.sql`select 1 from checkouts where problem is not null and account_id = ${ada.id}`).toHaveLength(0)
  expect((await ada.context()).entitlements.master_course).toBe(true)
})

test('creates a new customer after the old one was deleted at Stripe, and keeps the purchases', async () => {
  const ada = await buyer()
  await ada.buys({ numberOfPlans: 1 })
  const former = await ada.customer()
  await ada.buys({ masterCourse: true })
  await stripe.customers.del(former)
  const response = await ada.checkout({ numberOfPlans: 1 })
  expect(response.statusCode).toBe(200)
  expect(await ada.customer()).not.toBe(former)
  const { entitlements } = await ada.context()
  expect([entitlements.master_course, entitlements.resources]).toEqual([true, false])
})

test.each([{ kind: 'error', status: 500 }, { kind: 'error', status: 503 }, { kind: 'down' }, { kind: 'malformed' }])(
  'ERR-35 ERR-37 while Stripe fails (%o) a purchase is answered with 502 and Retry-After, and works once it is back',
  async (failure) => {
    const ada = await buyer()
    await fault(failure)
    const response = await ada.checkout({ masterCourse: true })
    expect(refusalOf(response)).toEqual([502, 'payment_provider_error'])
    expect(response.headers['retry-after']).toBe('5')
    expect(response.json().message).toContain('Nothing was charged')
    await clearFaults()
    expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(200)
    expect((await stripe.customers.list({ email: ada.email })).data).toHaveLength(1)
  },
)

test('ERR-35 a server error of Stripe, which it replays for a day, does not prevent the next attempt', async () => {
  const ada = await buyer()
  const { customers } = app.payments?.stripe ?? stripe
  const create = customers.create.bind(customers)
  const failing = vi.spyOn(customers, 'create').mockImplementation(async (...given) => {
    await fault({ kind: 'error', status: 500 })
    return await create(...given).finally(clearFaults)
  })
  onTestFinished(() => failing.mockRestore())
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(502)
  failing.mockRestore()
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(200)
})

test('leaves no customer at Stripe if the account is erased while the customer is created, and knows whose it was', async () => {
  const email = `${randomUUID()}@example.test`
  const ada = await buyer(academy.issuer.addUser({ email }))
  const { customers } = app.payments?.stripe ?? stripe
  const create = customers.create.bind(customers)
  const creating = vi.spyOn(customers, 'create').mockImplementationOnce(async (...given) => {
    const erased = await app.inject({ method: 'POST', url: '/api/accounts/erase', headers: ada.headers, payload: { email } })
    expect(erased.statusCode).toBe(200)
    return await create(...given)
  })
  onTestFinished(() => creating.mockRestore())
  expect(refusalOf(await ada.checkout({ masterCourse: true }))).toEqual([401, 'unauthenticated'])
  expect(creating).toHaveBeenCalledOnce()
  expect((await stripe.customers.list({ email })).data).toEqual([])
  const deletion = (await events()).findLast(({ type }) => type === 'customer.deleted') ?? expect.fail('no customer was deleted')
  expect(deletion.data.object).toMatchObject({ email })
  expect((await deliver(deletion)).statusCode).toBe(200)
})

test('creates no second customer and no second checkout when a response of Stripe is lost', async () => {
  const ada = await buyer()
  await fault({ kind: 'error', status: 500, path: '/checkout/sessions' })
  expect((await ada.checkout({ masterCourse: true })).statusCode).toBe(502)
  await clearFaults()
  const { url } = (await ada.checkout({ masterCourse: true })).json()
  // Simulates a created checkout whose response was lost.
  await app.sql`delete from checkouts where account_id = ${ada.id}`
  expect((await ada.checkout({ masterCourse: true })).json().url).toBe(url)
  expect((await stripe.customers.list({ email: ada.email })).data).toHaveLength(1)
})
