import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'

test('performance: many concurrent requests each get their own context, with few statements', async () => {
  const { app, signIn, statements } = await buildTestApp({ env: { LOG_LEVEL: 'trace' } })
  const users = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const user = { id: randomUUID(), email: `user-${number}@example.test` }
      return { ...user, headers: await signIn(user) }
    }),
  )
  const fetchContexts = (chosen: typeof users) =>
    Promise.all(chosen.map(async ({ headers }) => (await app.inject({ url: '/api/accounts/context', headers })).json().data))
  const expectedContexts = (chosen: typeof users) => chosen.map(({ id, email }) => ({ account_id: id, email }))

  expect(await fetchContexts(users.slice(0, 50))).toMatchObject(expectedContexts(users.slice(0, 50)))
  expect(await fetchContexts(users), 'the last ten have no account yet').toMatchObject(expectedContexts(users))
  const before = statements().length
  expect(await fetchContexts(users.toReversed())).toMatchObject(expectedContexts(users.toReversed()))
  expect(statements().length - before).toBeLessThan(users.length / 2)
})

test('performance: with many accounts, Postgres switches to a generic plan for the context query after five executions', async () => {
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
