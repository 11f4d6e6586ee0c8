import { randomUUID } from 'node:crypto'
import { type PaymentIssues, paymentIssues } from '@academy/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { stripeEvents, stripeReconcile } from '../billing/facts/stripe-events.table.ts'
import { UNKNOWN_ACCOUNT } from '../billing/facts/stripe-origin.ts'

const ADMIN = 'admin@example.test'

/** Uses its own academy, because payment issues of all accounts are listed. */
async function newAcademy() {
  const academy = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN } })
  const headers = await academy.signIn({ email: ADMIN })
  const load = async (cursor = ''): Promise<PaymentIssues> => {
    const response = await academy.app.inject({ url: `/api/admin/payments${cursor}`, headers })
    return paymentIssues.strict().parse(response.json().data)
  }
  return { db: academy.app.db, load }
}

test('lists no payment issues without payments', async () => {
  const { load } = await newAcademy()
  expect(await load()).toEqual({ events: [], next: null, checkouts: [], cancellations: [], reconciled: null })
})

test('lists unapplied events and checkouts with a problem, newest first, paged also within one second', async () => {
  const { db, load } = await newAcademy()
  const created = new Date('2026-11-20T12:00:00Z')
  const idOf = (n: number) => `evt_${String(n).padStart(3, '0')}`
  const event = { type: 'invoice.paid', created, customer_id: 'cus_x', source: 'webhook' as const }
  const refused = { ...event, attempts: 3, error: 'No account pays as cus_x.' }
  await db.insert(stripeEvents).values(Array.from({ length: 60 }, (_, n) => ({ ...refused, id: idOf(n) })))
  await db.insert(stripeEvents).values({ ...event, id: idOf(999), applied_at: new Date() })
  await db.insert(stripeReconcile).values({ seen_until: created, finished_at: created, missed: 2, failed: 0 })
  const id = randomUUID()
  const facts = recordFacts(db, id)
  await facts.checkout('paid')
  const session = await facts.checkout('paid', { problem: 'This was paid a second time.' })
  await facts.checkout('paid', { problem: 'This was paid at another Stripe account.', stripe_account: UNKNOWN_ACCOUNT })

  const first = await load()
  expect(first.events[0]).toMatchObject({ id: 'evt_059', account_id: null, attempts: 3, error: 'No account pays as cus_x.' })
  const second = await load(`?cursor=${first.next}`)
  expect([...first.events, ...second.events].map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, n) => idOf(59 - n)))
  expect(second.next).toBeNull()
  expect(first.checkouts).toMatchObject([{ session_id: session, account_id: id, problem: 'This was paid a second time.' }])
  expect(first.reconciled).toMatchObject({ missed: 2, failed: 0 })
})

test('SELLER-29 lists cancellations that are not complete an hour after the confirmation, oldest first', async () => {
  const { db, load } = await newAcademy()
  const [stuck, recent, done] = [randomUUID(), randomUUID(), randomUUID()]
  const error = 'Insufficient funds in your Stripe balance to refund this amount.'
  await db.execute(sql`
    insert into cancellations (account_id, email, expires_at, confirmed_at, cancelled_at, error) values
      (${stuck}, 'ada@example.test', now(), now() - interval '61 minutes', null, ${error}),
      (${recent}, 'eve@example.test', now(), now() - interval '59 minutes', null, ${error}),
      (${done}, 'mae@example.test', now(), now() - interval '2 hours', now(), null),
      (${stuck}, 'ada@example.test', now(), null, null, null),
      (${stuck}, 'ada@example.test', now(), now() - interval '2 hours', null, null)`)
  expect((await load()).cancellations).toEqual([
    { id: expect.any(String), account_id: stuck, confirmed_at: expect.any(String), error: null },
    { id: expect.any(String), account_id: stuck, confirmed_at: expect.any(String), error },
  ])
})
