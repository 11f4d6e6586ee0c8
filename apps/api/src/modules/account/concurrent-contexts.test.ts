import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'

test('performance: many concurrent requests each get their own context, with few statements', async () => {
  const { app, signIn, statements } = await buildTestApp({ env: { LOG_LEVEL: 'trace' } })
  const people = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const person = { id: randomUUID(), email: `person-${number}@example.test` }
      return { ...person, headers: await signIn(person) }
    }),
  )
  const askAll = (some: typeof people) =>
    Promise.all(some.map(async ({ headers }) => (await app.inject({ url: '/api/accounts/context', headers })).json().data))
  const expectedContexts = (some: typeof people) => some.map(({ id, email }) => ({ account_id: id, email }))

  expect(await askAll(people.slice(0, 50))).toMatchObject(expectedContexts(people.slice(0, 50)))
  expect(await askAll(people), 'ten of them are new').toMatchObject(expectedContexts(people))
  const before = statements().length
  expect(await askAll(people.toReversed())).toMatchObject(expectedContexts(people.toReversed()))
  expect(statements().length - before).toBeLessThan(people.length / 2)
})

test('performance: with many accounts, Postgres plans the statement of contexts once for a connection', async () => {
  const { app, signIn } = await buildTestApp({ env: { DATABASE_POOL_SIZE: '1' } })
  const ids = '(select md5(n::text)::uuid as id from generate_series(1, 10000) n) as numbered'
  await app.sql`insert into accounts (account_id, email) select id, id || '@example.test' from ${app.sql.unsafe(ids)}`
  await app.sql`insert into purchases (id, account_id, customer_id, offer, price_id, currency, amount, paid_at, synced_at)
    select 'cs_' || id, id, 'cus_' || id, 'master_course', 'price', 'eur', 25900, now(), now() from ${app.sql.unsafe(ids)}`
  await app.sql`analyze accounts, purchases`
  const headers = await signIn({ id: randomUUID(), email: 'ada@example.test' })
  const requests = 12
  for (let sent = 0; sent < requests; sent++) await app.inject({ url: '/api/accounts/context', headers })
  const planned = await app.sql`
    select custom_plans::int as own, generic_plans::int as shared from pg_prepared_statements
    where statement like '%"accounts"."hide_bundle_deal"%course_starts%' and statement not like '%pg_prepared_statements%'`
  expect(planned).toEqual([{ own: 5, shared: requests - 5 }])
})
