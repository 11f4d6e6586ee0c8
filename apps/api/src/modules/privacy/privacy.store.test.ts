import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { recordFacts } from '../../testing/record-facts.ts'
import { UNKNOWN_ACCOUNT } from '../billing/facts/stripe-origin.ts'
import { blockingReason, eraseRecords, finishErasure } from './privacy.store.ts'

const { app } = await buildTestApp()

test.each([
  ['tutorial_progress', 'tutorial_id'],
  ['personal_access_tokens', 'id'],
])('an erasure locks the rows of %s in the order of other statements', async (name, keyName) => {
  const account_id = randomUUID()
  const keys = [randomUUID(), randomUUID()].sort()
  const [smaller, larger] = keys
  for (const key of keys.toReversed()) {
    if (name === 'tutorial_progress')
      await app.sql`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at) values (${account_id}, ${key}, now(), now())`
    else
      await app.sql`insert into personal_access_tokens (id, account_id, name, token_hash, prefix, scopes, expires_at)
        values (${key}, ${account_id}, 'Laptop', ${key}, 'vca_0000', '{content:read}', now() + interval '1 day')`
  }
  const [table, column] = [app.sql(name), app.sql(keyName)]
  const waiting = () => app.sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and query ~ ${name} and datname = current_database()`
  const erasing = await app.sql.begin(async (tx) => {
    await tx`select from ${table} where ${column} = ${smaller ?? ''} for update`
    const started = eraseRecords(app.db, { account_id, asked_by: 'account', who: 'the user', reason: 'a test' })
    await expect.poll(async () => (await waiting()).length, { interval: 20 }).toBe(1)
    await tx`select from ${table} where ${column} = ${larger ?? ''} for update nowait`
    return [started]
  })
  await Promise.all(erasing)
  expect(await app.sql`select from ${table} where account_id = ${account_id}`).toEqual([])
})

test('SEAT-05 SEAT-20 an erasure ends open invitations of the owner, and no used-up seats or invitations of the next owner', async () => {
  const [buyer, next] = [randomUUID(), randomUUID()]
  const purchase_id = await recordFacts(app.db, buyer).purchase({ seats: 4 })
  const invite = (email: string) => app.sql`insert into seats (id, purchase_id, email) values (${randomUUID()}, ${purchase_id}, ${email})`
  await invite('by-buyer@example.test')
  await app.sql`insert into seats (id, purchase_id, claimed_at, started_at) values (${randomUUID()}, ${purchase_id}, now(), now())`
  const left = async () =>
    (await app.sql`select email from seats where purchase_id = ${purchase_id} order by email`).map(({ email }) => email)
  const order = { asked_by: 'account', who: 'the user', reason: 'a test' } as const
  await eraseRecords(app.db, { account_id: buyer, ...order })
  expect(await left()).toEqual([null])
  await app.sql`insert into seat_owners (purchase_id, account_id) values (${purchase_id}, ${next})`
  await invite('by-next@example.test')
  await finishErasure(app.db, buyer)
  expect(await left()).toEqual(['by-next@example.test', null])
  await eraseRecords(app.db, { account_id: next, ...order })
  expect(await left()).toEqual([null])
})

test.each([
  ['was requested', {}, 'payment_pending'],
  ['was made', { refunded_at: new Date() }, undefined],
  ['was requested before a dispute that was lost', { dispute_status: 'lost' as const }, undefined],
  ['was requested before a dispute that was won', { dispute_status: 'won' as const }, 'payment_pending'],
  ['was requested at another Stripe account', { stripe_account: UNKNOWN_ACCOUNT }, undefined],
])('LEARN-55 MONEY-05 whether an erasure waits for a refund that %s', async (_, changes, reason) => {
  const account_id = randomUUID()
  await recordFacts(app.db, account_id).purchase({ refund_requested_at: new Date(), ...changes })
  expect(await blockingReason(app.db, account_id)).toBe(reason)
  expect(await blockingReason(app.db, randomUUID()), 'of another account').toBeUndefined()
})
