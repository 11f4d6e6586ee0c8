import { beforeEach, expect, test } from 'vitest'
import { startSellingAcademy } from '../../../testing/selling-academy.ts'

const { app, stripe, buyer, fault, clearFaults, sessionOf } = await startSellingAcademy()

beforeEach(clearFaults)

const rows = (id: string) =>
  app.sql`select session_id, status, problem, settled_at, synced_at from checkouts where account_id = ${id} order by created_at, session_id`

test('an expired checkout is fetched once more, and then neither read nor written again', async () => {
  const ada = await buyer()
  const session = sessionOf((await ada.checkout({ masterCourse: true })).json().url)
  const customer = await ada.customer()
  await stripe.checkout.sessions.expire(session)
  await app.payments?.sync(customer)
  const recorded = await rows(ada.id)
  expect(recorded).toMatchObject([{ session_id: session, status: 'expired', settled_at: expect.any(String) }])
  // A request for it, alone or in a list of expired sessions, would make the sync fail.
  await fault({ kind: 'error', status: 500, path: session })
  await app.payments?.sync(customer)
  await fault({ kind: 'error', status: 500, path: 'status=expired' })
  await app.payments?.sync(customer)
  expect(await rows(ada.id)).toEqual(recorded)
})

test('records paid and open checkouts of a new customer in one sync, without expired ones', async () => {
  const ada = await buyer()
  const abandoned = sessionOf((await ada.checkout({ numberOfPlans: 1, currency: 'usd' })).json().url)
  const bought = await ada.buys({ masterCourse: true })
  const studio = await ada.buys({ numberOfPlans: 1 })
  const open = sessionOf((await ada.checkout({ numberOfPlans: 1 })).json().url ?? '')
  expect(open, 'the Studio is held').toBe('')
  for (const table of ['checkouts', 'purchases', 'subscriptions']) await app.sql`delete from ${app.sql(table)} where account_id = ${ada.id}`
  await app.payments?.sync(await ada.customer())
  const sessions = (await rows(ada.id)).map(({ session_id, status }) => [session_id, status])
  expect(new Map(sessions as [string, string][])).toEqual(
    new Map([
      [bought, 'paid'],
      [studio, 'paid'],
    ]),
  )
  expect((await stripe.checkout.sessions.retrieve(abandoned)).status).toBe('expired')
  expect(await app.sql`select offer from purchases where account_id = ${ada.id}`).toEqual([{ offer: 'master_course' }])
  expect(await app.sql`select status from subscriptions where account_id = ${ada.id}`).toEqual([{ status: 'active' }])

  const before = await rows(ada.id)
  await app.payments?.sync(await ada.customer())
  const after = await rows(ada.id)
  expect(
    after.map(({ settled_at }) => settled_at),
    'they were settled when they were',
  ).toEqual(before.map(({ settled_at }) => settled_at))
  expect(after[0]?.synced_at > before[0]?.synced_at).toBe(true)
})
