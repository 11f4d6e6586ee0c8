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
