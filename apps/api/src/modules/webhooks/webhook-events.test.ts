import { randomUUID } from 'node:crypto'
import { OFFERS } from '@academy/catalog'
import { webhookEvents } from '@academy/contract/webhook-events'
import postgres from 'postgres'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { backup } from '../../backup/backup.ts'
import { restore } from '../../backup/restore.ts'
import { publisher } from '../../testing/published-pages.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { startSellingAcademy } from '../../testing/selling-academy.ts'
import { createTestDatabase, ownerUrlOf } from '../../testing/test-database.ts'

const { app, config, stripe, buyer, issuer } = await startSellingAcademy()
const publish = publisher(app.db)
await publish.course('master-course', { name: 'The Master Course' })
const oneCheck = { check: 'file exists', file: 'BRIEF.md', success: 'It is there.', hint: 'Look again.', tutorial: 'free' } as const
await publish.session('one', 'master-course', { position: 1, checks: { checks: [oneCheck] } })
await publish.tutorial('free', 'one', { position: 1, free: true, duration: 40 })

const PRICE = OFFERS.master_course.amounts.eur
const addEndpoint = (events: readonly string[] = webhookEvents) =>
  app.sql`insert into webhook_endpoints (url, events, position) values ('https://hooks.example.com/', ${events as string[]}, 0)`

type Recorded = { type: string; data: Record<string, unknown> }
const recorded = (account: string) =>
  app.sql<Recorded[]>`select type, data from webhook_events where account_id = ${account} order by recorded_at, id`
const typesOf = async (account: string) => (await recorded(account)).map(({ type }) => type)

beforeEach(async () => {
  await app.sql`delete from webhook_endpoints`
})

/** A learner who signed in, with a name for certificates. */
async function newLearner(email = `${randomUUID()}@example.test`) {
  const id = randomUUID()
  issuer.addUser({ id, email })
  const learner = await buyer({ id, email })
  const call = async (method: 'GET' | 'PUT', url: string, payload?: object) => {
    const response = await app.inject({ method, url, headers: learner.headers, ...(payload && { payload }) })
    expect([url, response.statusCode]).toEqual([url, 200])
    return response
  }
  await call('GET', '/api/accounts/context')
  await call('PUT', '/api/accounts/profile', { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Entrepreneur' })
  const mark = (done: boolean, at = new Date()) => call('PUT', '/api/tutorials/free/progress', { at: at.toISOString(), done })
  return { ...learner, id, email, call, mark, facts: recordFacts(app.db, id) }
}

test('HOOK-01 records a purchase and its refunds once each, however often the customer is synced', async () => {
  await addEndpoint()
  const ada = await newLearner()
  const session = await ada.buys({ masterCourse: true })
  const customer = await ada.customer()
  const sync = () => app.payments?.sync(customer)
  await sync()
  await sync()
  const [charge] = (await stripe.charges.list({ customer })).data
  for (const amount of [500, PRICE - 500]) {
    await stripe.refunds.create({ charge: charge?.id ?? '', amount })
    await sync()
    await sync()
  }
  const payment = {
    payment_id: session,
    offer: 'master_course',
    amount: PRICE,
    currency: 'eur',
    paid_at: expect.stringMatching(/T.*\+00:00$/),
  }
  expect(await recorded(ada.id)).toEqual([
    { type: 'purchase.paid', data: { ...payment, refunded_amount: 0 } },
    { type: 'payment.refunded', data: { ...payment, refunded_amount: 500 } },
    { type: 'payment.refunded', data: { ...payment, refunded_amount: PRICE } },
  ])
})

test('HOOK-01 records each state of a subscription, and the refund of a month', async () => {
  await addEndpoint()
  const ada = await newLearner()
  await ada.buys({ numberOfPlans: 1 })
  const customer = await ada.customer()
  const sync = () => app.payments?.sync(customer)
  await sync()
  await sync()
  const [studio] = (await stripe.subscriptions.list({ customer })).data
  const [charge] = (await stripe.charges.list({ customer })).data
  await stripe.refunds.create({ charge: charge?.id ?? '' })
  await sync()
  await stripe.subscriptions.cancel(studio?.id ?? '')
  await sync()
  expect(await recorded(ada.id)).toEqual([
    {
      type: 'subscription.changed',
      data: expect.objectContaining({ subscription_id: studio?.id, offer: 'studio', status: 'active', ended_at: null }),
    },
    {
      type: 'payment.refunded',
      data: expect.objectContaining({ payment_id: charge?.id, offer: 'studio', refunded_amount: charge?.amount }),
    },
    { type: 'subscription.changed', data: expect.objectContaining({ status: 'canceled', ended_at: expect.any(String) }) },
  ])
})

test('HOOK-01 SEAT-06 records what a learner starts, completes, checks and claims, and the certificate, each at its first time', async () => {
  await addEndpoint()
  const ada = await newLearner()
  await ada.facts.purchase()
  await ada.call('GET', '/api/tutorials/free/content')
  const check = (passed: boolean) =>
    ada.call('PUT', '/api/sessions/one/check-result', { digest: '0'.repeat(64), passed: [passed], at: new Date().toISOString() })
  await check(false)
  await check(true)
  await check(true)
  await ada.mark(false)
  await ada.mark(true)
  await ada.mark(true)
  const [certificate] = (await ada.call('GET', '/api/certificates')).json()
  await app.sql`insert into seats (id, purchase_id, account_id, claimed_at) values (${ada.id}, 'cs_1', ${ada.id}, now())`
  expect((await recorded(ada.id)).slice(1)).toEqual([
    { type: 'session.checked', data: { session_id: 'one' } },
    { type: 'tutorial.started', data: { tutorial_id: 'free' } },
    { type: 'tutorial.completed', data: { tutorial_id: 'free' } },
    { type: 'certificate.issued', data: { certificate_id: certificate.id, course_id: 'master-course' } },
    { type: 'seat.claimed', data: { seat_id: ada.id, payment_id: 'cs_1' } },
  ])
})

test('HOOK-02 an event is recorded with its fact or not at all', async () => {
  await addEndpoint()
  const id = randomUUID()
  const failing = app.sql.begin(async (tx) => {
    await tx`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at) values (${id}, 'free', now(), now())`
    expect(await tx`select from webhook_events where account_id = ${id}`).toHaveLength(1)
    throw new Error('the fact failed')
  })
  await expect(failing).rejects.toThrow('the fact failed')
  expect(await typesOf(id)).toEqual([])
})

test('HOOK-02 records nothing that no endpoint gets', async () => {
  const ada = await newLearner()
  await ada.mark(true)
  expect(await typesOf(ada.id)).toEqual([])
  await addEndpoint(['tutorial.completed'])
  const eve = await newLearner()
  await eve.mark(true)
  expect(await typesOf(eve.id)).toEqual(['tutorial.completed'])
})

test('HOOK-02 a restored backup has the events of the backup, and no second ones', async () => {
  await addEndpoint()
  const ada = await newLearner()
  await ada.mark(true)
  const target = await createTestDatabase()
  await restore(target, backup(ownerUrlOf(config.databaseUrl)))
  const restored = postgres(target, { max: 1 })
  onTestFinished(() => restored.end())
  const events = await app.sql`select id from webhook_events order by id`
  expect(events.length).toBeGreaterThan(0)
  expect(await restored`select id from webhook_events order by id`).toEqual(events)
  expect(await restored`select from webhook_endpoints`).toHaveLength(1)
})

test('HOOK-03 no event has a name or an address, and the events of an erased account say that it was erased', async () => {
  await addEndpoint()
  const ada = await newLearner('ada.lovelace@example.test')
  await ada.buys({ masterCourse: true })
  await app.payments?.sync(await ada.customer())
  await ada.mark(true)
  await ada.call('GET', '/api/certificates')
  const payload = { email: ada.email }
  const erased = await app.inject({ method: 'POST', url: '/api/accounts/erase', headers: ada.headers, payload })
  expect(erased.statusCode).toBe(200)
  expect(await typesOf(ada.id)).toEqual(['purchase.paid', 'tutorial.started', 'tutorial.completed', 'certificate.issued', 'account.erased'])
  expect(JSON.stringify(await app.sql`select * from webhook_events where account_id = ${ada.id}`)).not.toMatch(
    /ada|lovelace|example\.test/i,
  )
})
