import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'
import { claimEvent, deleteOldEvents, numberEvents } from './deliveries.store.ts'
import { secretOf } from './sign-event.ts'

const [receiver, slowReceiver] = [await startWebhookReceiver(), await startWebhookReceiver()]
const env = { WEBHOOK_TRUSTED_ORIGINS: `${receiver.origin}, ${slowReceiver.origin}`, FILE_SIGNING_KEY: 'k'.repeat(32) }
const { app, another, owner } = await buildTestApp({ env })
const { sql, db } = app

type Endpoint = { id: string; position: number; attempts: number; paused_by: string | null; due_in: number; claim: string | null }

async function addEndpoint(url = `${receiver.origin}/hook`): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into webhook_endpoints (url, events, position)
    values (${url}, '{tutorial.started}', (select coalesce(max(position), 0) from webhook_events)) returning id`
  return row?.id ?? ''
}

const endpoint = async (): Promise<Endpoint> => {
  const [row] = await sql<Endpoint[]>`
    select id, position::int as position, attempts, paused_by, claim, round(extract(epoch from due_at - now()) / 60)::int as due_in from webhook_endpoints`
  if (!row) throw new Error('there is no endpoint')
  return row
}

const startTutorial = (tutorial: string, account = randomUUID()) =>
  sql`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at) values (${account}, ${tutorial}, now(), now())`

const makeDue = () => sql`update webhook_endpoints set due_at = now()`
const outcomes = () => sql<{ status: number | null; failure: string | null }[]>`select status, failure from webhook_attempts order by id`

beforeEach(async () => {
  await sql`delete from webhook_endpoints`
  await sql`delete from webhook_events`
  await sql`delete from webhook_attempts`
  receiver.reset()
  slowReceiver.reset()
})

/** What the program does with a request: the sender cannot tell a lost response from a lost event. */
type Behavior = 'accepts' | 'refuses' | 'takes the event and breaks off'

const respondAs = (behavior: Behavior): void => {
  receiver.respond = (request, response) => {
    if (behavior === 'takes the event and breaks off') return void request.socket.destroy()
    response.writeHead(behavior === 'accepts' ? 200 : 500).end()
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ step: fc.constant('record' as const), count: fc.integer({ min: 1, max: 3 }) }),
    fc.record({
      step: fc.constant('run' as const),
      behavior: fc.constantFrom<Behavior>('accepts', 'refuses', 'takes the event and breaks off'),
    }),
    fc.record({ step: fc.constant('an instance ends' as const), sent: fc.boolean() }),
    fc.record({ step: fc.constant('wait' as const) }),
  ),
  { minLength: 4, maxLength: 14 },
)

test('HOOK-04 whatever happens, a program gets each event at least once, and none before it accepted those before', async () => {
  const second = await another()
  onTestFinished(() => second.close())
  const runBoth = () => Promise.all([app, second].map(({ webhookSender }) => webhookSender.run()))
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      await sql`delete from webhook_endpoints`
      await sql`delete from webhook_events`
      await addEndpoint()
      receiver.reset()
      let count = 0
      for (const step of history) {
        if (step.step === 'record') {
          for (const last = count + step.count; count < last; count += 1) await startTutorial(String(count + 1))
        }
        if (step.step === 'wait') await makeDue()
        if (step.step === 'run') {
          respondAs(step.behavior)
          await runBoth()
          respondAs('accepts')
        }
        if (step.step === 'an instance ends') {
          await numberEvents(db)
          const claimed = await claimEvent(db)
          if (claimed && step.sent) receiver.received.push({ headers: {}, body: '', type: claimed.type, data: claimed.data })
        }
      }
      await sql`update webhook_endpoints set due_at = now(), paused_at = null, attempts = 0`
      await runBoth()
      const expected = Array.from({ length: count }, (_, index) => String(index + 1))
      expect([...new Set(receiver.tutorials())]).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})

test('HOOK-04 an event that is due now is found now, although its time is stored in whole milliseconds', async () => {
  await addEndpoint()
  await startTutorial('free')
  await numberEvents(db)
  for (let round = 0; round < 100; round += 1) {
    await makeDue()
    expect(await claimEvent(db), `round ${round}`).toBeDefined()
  }
})

test('HOOK-07 claims one event at a time, whatever Postgres knows of the endpoints', async () => {
  // Both stand in the table in the order in which they are due, and Postgres expects one: it joins in another order then.
  await owner`vacuum webhook_endpoints`
  const ids = [await addEndpoint()]
  await owner`analyze webhook_endpoints`
  ids.push(await addEndpoint())
  await startTutorial('free')
  await numberEvents(db)
  const claims = [await claimEvent(db), await claimEvent(db), await claimEvent(db)].map((claimed) => claimed?.endpoint_id)
  expect(claims.toSorted()).toEqual([...ids.toSorted(), undefined])
})

test('HOOK-04 an event whose transaction ends later is sent later, and no event is left out', async () => {
  await addEndpoint()
  await sql.begin(async (tx) => {
    await tx`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at) values (${randomUUID()}, 'begun first', now(), now())`
    await startTutorial('ended first')
    await app.webhookSender.run()
    expect(receiver.tutorials()).toEqual(['ended first'])
  })
  await startTutorial('last')
  await app.webhookSender.run()
  expect(receiver.tutorials()).toEqual(['ended first', 'begun first', 'last'])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(3)
})

test('HOOK-05 signs each event by Standard Webhooks, with both secrets for a day after a change', async () => {
  const id = await addEndpoint()
  await startTutorial('free')
  await app.webhookSender.run()
  const [event] = receiver.received
  if (!event) throw new Error('nothing arrived')
  const { headers, body } = event
  const secret = secretOf(env.FILE_SIGNING_KEY, id, 1)
  expect(new Webhook(secret).verify(body, headers)).toEqual({
    type: 'tutorial.started',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { account_id: expect.any(String), tutorial_id: 'free' },
  })
  // As the specification describes it, without its package.
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const digest = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(signed)
    .digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${digest}`)
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature')

  const verifies = ({ headers, body }: (typeof receiver.received)[number], version: number) => {
    try {
      new Webhook(secretOf(env.FILE_SIGNING_KEY, id, version)).verify(body, headers)
      return true
    } catch {
      return false
    }
  }
  for (const [age, isOverlapping] of [
    ['23 hours', true],
    ['25 hours', false],
  ] as const) {
    receiver.reset()
    await sql`update webhook_endpoints set secret_version = 2, rotated_at = now() - ${age}::interval`
    await startTutorial('free')
    await app.webhookSender.run()
    expect(receiver.received.map((event) => [verifies(event, 2), verifies(event, 1)])).toEqual([[true, isOverlapping]])
  }
})

test('HOOK-06 tries an event eight times in three days, then pauses, and goes on with the same event', async () => {
  await addEndpoint()
  await startTutorial('first')
  await startTutorial('second')
  receiver.respond = (_request, response) => void response.writeHead(500).end('We are moving.')
  const pauses: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await makeDue()
    await app.webhookSender.run()
    const { due_in, paused_by } = await endpoint()
    if (paused_by === null) pauses.push(due_in)
  }
  expect(pauses).toEqual([1, 10, 60, 300, 720, 1440, 1800])
  expect((await endpoint()).paused_by).toBe('academy')
  await makeDue()
  await app.webhookSender.run()
  expect(receiver.tutorials()).toEqual(Array.from({ length: 8 }, () => 'first'))
  expect(await outcomes()).toEqual(Array.from({ length: 8 }, () => ({ status: 500, failure: 'We are moving.' })))

  receiver.reset()
  await sql`update webhook_endpoints set paused_at = null, paused_by = null, attempts = 0`
  await app.webhookSender.run()
  expect(receiver.tutorials()).toEqual(['first', 'second'])
})

test('HOOK-06 pauses at once for a program that answers 410', async () => {
  await addEndpoint()
  await startTutorial('first')
  receiver.respond = (_request, response) => void response.writeHead(410).end()
  await app.webhookSender.run()
  expect(await endpoint()).toMatchObject({ paused_by: 'academy', attempts: 1 })
})

test('HOOK-07 a program that never responds delays neither other programs nor learners', async () => {
  await addEndpoint(`${slowReceiver.origin}/hook`)
  await addEndpoint()
  const held = Promise.withResolvers<void>()
  slowReceiver.respond = (_request, response) => void held.promise.then(() => response.writeHead(204).end())
  await startTutorial('first')
  app.webhookSender.wake()
  await expect.poll(() => [receiver.tutorials(), slowReceiver.tutorials()]).toEqual([['first'], ['first']])
  await startTutorial('second')
  app.webhookSender.wake()
  await expect.poll(receiver.tutorials).toEqual(['first', 'second'])
  expect(slowReceiver.tutorials()).toEqual(['first'])
  held.resolve()
  await app.webhookSender.run()
  expect(slowReceiver.tutorials()).toEqual(['first', 'second'])
})

test('HOOK-04 an instance that closes gives its event back, and another one sends it at once', async () => {
  // After this run the app searches for events only when the test calls it: the timer of its next search is a fake one that never runs.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await app.webhookSender.run().finally(() => vi.useRealTimers())
  await addEndpoint()
  const closing = await another()
  const arrived = Promise.withResolvers<void>()
  receiver.respond = (request, response) => {
    if (receiver.received.length === 1) return receiver.accept(request, response)
    arrived.resolve()
  }
  await startTutorial('first')
  await startTutorial('second')
  closing.webhookSender.wake()
  await arrived.promise
  receiver.respond = receiver.accept
  await closing.close()
  expect(await endpoint()).toMatchObject({ claim: null, attempts: 0 })
  await app.webhookSender.run()
  expect(receiver.tutorials()).toEqual(['first', 'second', 'second'])
  expect(await outcomes()).toEqual(Array.from({ length: 2 }, () => ({ status: 204, failure: null })))
})

test('HOOK-04 uses no connection twice, since the program may close it in that moment', async () => {
  await addEndpoint()
  await startTutorial('first')
  const connections = new Set<unknown>()
  receiver.respond = (request, response) => {
    connections.add(request.socket)
    response.writeHead(500).end()
  }
  for (const _ of Array(3)) {
    await makeDue()
    await app.webhookSender.run()
  }
  expect(connections.size).toBe(3)
})

test('HOOK-08 follows no redirect, and reads at most 2 kB of a response', async () => {
  await addEndpoint()
  await startTutorial('first')
  receiver.respond = (_request, response) => {
    response.writeHead(302, { location: `${slowReceiver.origin}/elsewhere` })
    const more = (): void => void (response.writable && response.write('\0x'.repeat(400), () => setImmediate(more)))
    more()
  }
  await app.webhookSender.run()
  const [outcome] = await outcomes()
  expect([outcome?.status, outcome?.failure]).toEqual([302, 'x'.repeat(1024)])
  expect(slowReceiver.received).toEqual([])
})

test.each([
  ['http://hooks.example.com/', 'The address must begin with https:// and have no port.'],
  ['https://hooks.example.com:8443/', 'The address must begin with https:// and have no port.'],
  ['https://127.0.0.1/', 'The address is private.'],
  ['https://localhost/', 'The address is private.'],
])('HOOK-08 sends nothing to %s', async (url, failure) => {
  await addEndpoint(url)
  await startTutorial('first')
  await app.webhookSender.run()
  expect(await outcomes()).toEqual([{ status: null, failure }])
})

test('HOOK-03 deletes events and outcomes after 30 days, and gives no number twice that an endpoint had', async () => {
  await addEndpoint()
  await startTutorial('old')
  await app.webhookSender.run()
  const { position } = await endpoint()
  await sql`update webhook_events set recorded_at = recorded_at - interval '31 days'`
  await sql`update webhook_attempts set at = at - interval '31 days'`
  await startTutorial('new')
  await deleteOldEvents(db)
  expect(await outcomes()).toEqual([])
  await app.webhookSender.run()
  expect(receiver.tutorials()).toEqual(['old', 'new'])
  expect((await endpoint()).position).toBe(position + 1)
})
