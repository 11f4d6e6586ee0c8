import { SITE } from '@academy/standins/testing/standins'
import { expect, onTestFinished, test } from 'vitest'
import { ID_LOCKS } from '../../../database/locks.ts'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'
import { CHECKOUTS_AT_A_TIME, SYNCS_AT_A_TIME } from '../stripe/payment-connections.ts'
import { beginCheckout } from './begin-checkout.ts'
import { openCheckoutTools } from './checkout-tools.ts'

const { app, config, buyer } = await startSellingAcademy()

const choice = {
  offer: 'master_course',
  currency: 'eur',
  allowPromotionCodes: true,
  consent: null,
  seats: 0,
  gift: null,
  successUrl: SITE,
  cancelUrl: SITE,
} as const
const staying = new AbortController().signal

function toolsWith(places: number) {
  if (!app.payments) throw new Error('nothing is sold')
  const tools = openCheckoutTools(config.databaseUrl, { db: app.db, payments: app.payments, isOnSale: async () => true })
  onTestFinished(() => tools.connections.end({ timeout: 5 }))
  tools.queue.concurrency = places
  const begin = ({ id, email }: { id: string; email: string }, signal: AbortSignal) =>
    beginCheckout(tools, { account_id: id, email }, choice, signal)
  return { tools, begin, payments: app.payments }
}

test('PAY-01 a request that was cancelled in the queue does not call Stripe', async () => {
  const { tools, begin } = toolsWith(1)
  const free = Promise.withResolvers<void>()
  const occupied = tools.queue.add(() => free.promise)
  const leaving = new AbortController()
  const ada = await buyer()
  const waiting = begin(ada, leaving.signal)
  leaving.abort(new Error('they left'))
  free.resolve()
  await expect(waiting).rejects.toThrow('they left')
  await occupied
  expect(await ada.customer()).toBe('')
})

test('a request that is cancelled while it runs keeps its place until its transaction ends', async () => {
  const { tools, begin } = toolsWith(1)
  const [ada, bob] = [await buyer(), await buyer()]
  const elsewhere = await app.sql.reserve()
  onTestFinished(() => elsewhere.release())
  await elsewhere`select pg_advisory_lock(${ID_LOCKS.checkout}::int, hashtext(${ada.id}))`
  const leaving = new AbortController()
  const cancelled = begin(ada, leaving.signal)
  const waiting = async () =>
    await app.sql`select 1 from pg_locks join pg_database d on d.oid = database
      where d.datname = current_database() and locktype = 'advisory' and not granted`
  await expect.poll(waiting).toHaveLength(1)
  leaving.abort(new Error('they left'))
  const next = begin(bob, staying)
  await app.sql`select 1`
  expect([tools.queue.pending, tools.queue.size], 'one inside, one waiting').toEqual([1, 1])

  await elsewhere`select pg_advisory_unlock(${ID_LOCKS.checkout}::int, hashtext(${ada.id}))`
  await expect(cancelled).rejects.toThrow('they left')
  expect(await next).toHaveProperty('url')
  expect(await ada.customer(), 'no customer for a cancelled request').toBe('')
})

test('still records payments while checkouts hold all of their connections', async () => {
  const { tools, payments } = toolsWith(CHECKOUTS_AT_A_TIME)
  const ada = await buyer()
  await ada.buys({ masterCourse: true })
  const reserved = await Promise.all(Array.from({ length: CHECKOUTS_AT_A_TIME }, () => tools.connections.reserve()))
  onTestFinished(() => {
    for (const connection of reserved) connection.release()
  })
  await payments.sync(await ada.customer())
  expect((await ada.context()).entitlements.master_course).toBe(true)
  expect(payments.sql.options.max, 'and one to reconcile').toBeGreaterThan(SYNCS_AT_A_TIME)
})
