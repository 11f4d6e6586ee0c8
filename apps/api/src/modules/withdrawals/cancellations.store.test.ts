import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { UNKNOWN_ACCOUNT } from '../billing/facts/stripe-origin.ts'
import type { subscriptions } from '../billing/facts/subscriptions.table.ts'
import { confirmByToken, findByToken, finishCancellation, requestCancellation, saveToken } from './cancellations.store.ts'

const { app } = await buildTestApp()
const { db, sql } = app

/** Creates an account with a subscription. */
async function subscriber(changes: Partial<typeof subscriptions.$inferInsert> = {}) {
  const [id, token] = [randomUUID(), randomUUID()]
  const email = `${id}@example.test`
  await sql`insert into accounts (account_id, email) values (${id}, ${email})`
  await recordFacts(db, id).subscription(changes)
  const requests = () => sql<{ id: string }[]>`select id from cancellations where account_id = ${id} order by requested_at desc, id desc`
  const age = (by: string) => sql`update cancellations set requested_at = requested_at - ${by}::interval where account_id = ${id}`
  const request = async () => {
    await requestCancellation(db, email)
    return (await requests())[0]?.id ?? ''
  }
  return { id, token, request, requests, age, hasLink: async () => (await findByToken(db, token)) !== undefined }
}

test.each<[string, Partial<typeof subscriptions.$inferInsert>, number]>([
  ['that is active', {}, 1],
  ['that is past due', { status: 'past_due' }, 1],
  ['that has ended', { status: 'canceled' }, 0],
  ['that an operator revoked', { revoked_at: new Date() }, 0],
  ['of another Stripe account', { stripe_account: UNKNOWN_ACCOUNT }, 0],
])('SELLER-24 stores a request for a subscription %s, or none', async (_, changes, expected) => {
  const ada = await subscriber(changes)
  await ada.request()
  expect(await ada.requests()).toHaveLength(expected)
})

test('SELLER-24 counts the links of the last day alone', async () => {
  const ada = await subscriber()
  for (let count = 0; count < 6; count += 1) await ada.request()
  expect(await ada.requests()).toHaveLength(5)
  await ada.age('25 hours')
  await ada.request()
  expect(await ada.requests()).toHaveLength(6)
})

test('SELLER-25 keeps the link of an account when another account requests one, and refuses it after a newer one of its own', async () => {
  const [ada, eve] = [await subscriber(), await subscriber()]
  const first = await ada.request()
  expect(await saveToken(db, first, ada.token)).toBe(true)
  await eve.request()
  expect(await ada.hasLink()).toBe(true)
  await ada.request()
  expect(await ada.hasLink()).toBe(false)
  expect(await saveToken(db, first, ada.token), 'a mail that was delayed').toBe(false)
})

test('SELLER-26 completes a cancellation once, and keeps it when unused requests are deleted after 30 days', async () => {
  const [ada, eve] = [await subscriber(), await subscriber()]
  await saveToken(db, await ada.request(), ada.token)
  const confirmed = await confirmByToken(db, ada.token)
  if (confirmed === undefined) throw new Error('the link is not valid')
  expect(await confirmByToken(db, ada.token), 'used before').toBeUndefined()
  for (const is_renewal_undone of [true, false]) await finishCancellation(db, confirmed, { ends_at: null, is_renewal_undone })
  expect(await findByToken(db, ada.token)).toMatchObject({ is_renewal_undone: true })
  expect(await sql`select from audit_log where account_id = ${ada.id}`).toHaveLength(1)

  await ada.request()
  await ada.age('31 days')
  await eve.request()
  expect(await ada.requests()).toEqual([{ id: confirmed.id }])
})
