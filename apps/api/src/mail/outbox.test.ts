import fc from 'fast-check'
import Fastify from 'fastify'
import fp from 'fastify-plugin'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { claimMail, queueMail } from './outbox.store.ts'
import { outbox } from './outbox.ts'
import { MailNotSent, UnknownDelivery } from './transport.ts'

const { app: academy, owner } = await buildTestApp()
const { db } = academy

/** What a mail server does with a mail. A lost response comes after or before the delivery; the sender cannot tell which. */
type Behavior = 'accepts' | 'refuses' | 'delivers and is silent' | 'loses the mail and is silent'

const server = { behavior: 'accepts' as Behavior, received: [] as string[] }

const mailer = fp(
  async (app) => {
    app.decorate('db', db)
    app.decorate('mailer', {
      send: async ({ id }) => {
        const { behavior } = server
        if (behavior === 'refuses') throw new MailNotSent('refused')
        if (behavior !== 'loses the mail and is silent') server.received.push(id)
        if (behavior !== 'accepts') throw new UnknownDelivery('silent')
      },
    })
  },
  { name: 'mailer' },
)

/** Starts an instance that only sends mails of the kind `gift`. */
async function startInstance() {
  const app = Fastify()
  await app.register(mailer)
  await app.register(fp(async () => {}, { name: 'database' }))
  await app.register(outbox)
  app.outbox.compose('gift', async (key) =>
    key === 'withdrawn' ? undefined : { to: 'ada@example.test', subject: 'A gift', text: key, html: key },
  )
  await app.ready()
  return app
}

const instances = [await startInstance(), await startInstance()] as const
const queue = (key: string, more: { priority?: number; kind?: string } = {}) => queueMail(db, { kind: 'gift', key, days: 14, ...more })
const wait = (time: string) => owner`update mails set due_at = due_at - ${time}::interval, expires_at = expires_at - ${time}::interval`
const states = async () =>
  Object.fromEntries((await owner<{ key: string; state: string }[]>`select key, state from mails`).map(({ key, state }) => [key, state]))

beforeEach(async () => {
  await owner`delete from mails`
  Object.assign(server, { behavior: 'accepts', received: [] })
})

type Step =
  | { step: 'queue'; key: string }
  | { step: 'run'; behavior: Behavior }
  | { step: 'two instances run' }
  | { step: 'an instance ends'; sent: boolean }
  | { step: 'wait'; time: '30 seconds' | '11 minutes' | '2 hours' }

const steps = fc.array(
  fc.oneof(
    fc.record({ step: fc.constant('queue' as const), key: fc.constantFrom('1', '2', '3') }),
    fc.record({
      step: fc.constant('run' as const),
      behavior: fc.constantFrom<Behavior>('accepts', 'refuses', 'refuses', 'delivers and is silent', 'loses the mail and is silent'),
    }),
    fc.record({ step: fc.constant('two instances run' as const) }),
    fc.record({ step: fc.constant('an instance ends' as const), sent: fc.boolean() }),
    fc.record({ step: fc.constant('wait' as const), time: fc.constantFrom('30 seconds', '11 minutes', '2 hours') }),
  ),
  { minLength: 4, maxLength: 16 },
)

async function take(step: Step, uncertain: Set<string>): Promise<void> {
  if (step.step === 'queue') await queue(step.key)
  if (step.step === 'wait') await wait(step.time)
  if (step.step === 'two instances run') await Promise.all(instances.map(({ outbox }) => outbox.run()))
  if (step.step === 'run') {
    server.behavior = step.behavior
    await instances[0].outbox.run()
    server.behavior = 'accepts'
  }
  if (step.step === 'an instance ends') {
    const claimed = await claimMail(db, ['gift'])
    if (claimed === undefined) return
    uncertain.add(claimed.key)
    if (step.sent) server.received.push(`gift.${claimed.key}`)
  }
}

test('BUY-02 whatever happens, no mail is delivered twice, and every mail is whose delivery was never uncertain', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      await owner`delete from mails`
      server.received = []
      const uncertain = new Set<string>()
      for (const step of history) await take(step, uncertain)
      for (const [key, state] of Object.entries(await states())) if (state === 'unknown') uncertain.add(key)
      await wait('2 hours')
      await instances[1].outbox.run()
      const queued = history.flatMap((step) => (step.step === 'queue' ? [step.key] : []))
      for (const key of new Set(queued)) {
        const deliveries = server.received.filter((id) => id === `gift.${key}`).length
        expect(deliveries, key).toBeLessThanOrEqual(1)
        if (!uncertain.has(key)) expect(deliveries, key).toBe(1)
      }
      expect(Object.keys(await states()).toSorted()).toEqual([...new Set(queued)].toSorted())
      expect(Object.values(await states()).filter((state) => state !== 'sent' && state !== 'unknown')).toEqual([])
    }),
    { numRuns: 25 },
  )
})

test('BUY-02 a mail is queued with its cause or not at all', async () => {
  const failing = db.transaction(async (tx) => {
    await queueMail(tx, { kind: 'gift', key: 'undone', days: 1 })
    throw new Error('the cause failed')
  })
  await expect(failing).rejects.toThrow('the cause failed')
  expect(await states()).toEqual({})
})

test('BUY-02 sends urgent mails first, drops those without a reason, and leaves expired ones and those of unknown kinds', async () => {
  await queue('late', { priority: 2 })
  await queue('first')
  await queue('withdrawn')
  await queue('expired')
  await queue('of a newer version', { kind: 'waiting_list' })
  await owner`update mails set expires_at = now() where key = 'expired'`
  await instances[0].outbox.run()
  expect(server.received).toEqual(['gift.first', 'gift.late'])
  expect(await states()).toEqual({
    late: 'sent',
    first: 'sent',
    withdrawn: 'dropped',
    expired: 'waiting',
    'of a newer version': 'waiting',
  })
})

test('BUY-02 pauses longer after each failed attempt, an hour at most', async () => {
  server.behavior = 'refuses'
  await queue('1')
  const pauses: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await owner`update mails set due_at = now()`
    await instances[0].outbox.run()
    const [row] = await owner<{ minutes: number }[]>`select round(extract(epoch from due_at - changed_at) / 60)::int as minutes from mails`
    pauses.push(row?.minutes ?? 0)
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})
