import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { publisher } from '../../../testing/published-pages.ts'
import { recordFacts } from '../../../testing/record-facts.ts'

const { app, createToken, signIn } = await buildTestApp()
const publish = publisher(app.db)
await publish.course('master-course')
await publish.session('one', 'master-course')
await publish.tutorial('free', 'one', { free: true })
await publish.tutorial('locked', 'one')
await publish.resource('contrast')

async function newLearner() {
  const id = randomUUID()
  const headers = await signIn({ id, email: `${id}@example.test` })
  return {
    id,
    copy: async (path: string) => (await app.inject({ method: 'PUT', url: `/api/copied-prompts/${path}`, headers })).statusCode,
    copied: async () =>
      (await app.sql`select kind, source_id from copied_prompts where account_id = ${id} order by kind`).map((row) => ({ ...row })),
  }
}

test('INSIGHT-14 stores a copied prompt once for each tutorial and resource that the account may open', async () => {
  const ada = await newLearner()
  expect([await ada.copy('tutorial/free'), await ada.copy('tutorial/free')]).toEqual([204, 204])
  expect([await ada.copy('tutorial/locked'), await ada.copy('library/contrast')]).toEqual([403, 403])
  await recordFacts(app.db, ada.id).subscription()
  app.invalidateFacts(ada.id)
  expect([await ada.copy('library/contrast'), await ada.copy('library/unknown'), await ada.copy('tutorial/unknown')]).toEqual([
    204, 404, 404,
  ])
  expect(await ada.copy('page/free')).toBe(404)
  expect(await ada.copied()).toEqual([
    { kind: 'library', source_id: 'contrast' },
    { kind: 'tutorial', source_id: 'free' },
  ])
})

test('INSIGHT-14 forgets copies after 90 days, but for the one that is recorded again', async () => {
  const [ada, bob] = [await newLearner(), await newLearner()]
  await ada.copy('tutorial/free')
  await bob.copy('tutorial/free')
  await app.sql`update copied_prompts set copied_at = now() - interval '91 days'`
  expect(await ada.copy('tutorial/free')).toBe(204)
  expect([await ada.copied(), await bob.copied()]).toEqual([[{ kind: 'tutorial', source_id: 'free' }], []])
})

test('INSIGHT-14 counts a resource that a program loads with a token as copied, and not one that the web app loads', async () => {
  const ada = await newLearner()
  await recordFacts(app.db, ada.id).subscription()
  app.invalidateFacts(ada.id)
  const load = async (headers: Record<string, string>) => (await app.inject({ url: '/api/library/contrast/content', headers })).statusCode
  expect([await load(await signIn({ id: ada.id })), await ada.copied()]).toEqual([200, []])
  const { authorization } = await createToken(['content:read'], { id: ada.id })
  expect([await load({ authorization }), await ada.copied()]).toEqual([200, [{ kind: 'library', source_id: 'contrast' }]])
})
