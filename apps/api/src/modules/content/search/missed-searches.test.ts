import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { publisher } from '../../../testing/published-pages.ts'
import { NO_ACCOUNT_LIMIT } from '../../../testing/searcher.ts'

const { app, signIn } = await buildTestApp({ env: NO_ACCOUNT_LIMIT })
const publish = publisher(app.db)
await publish.course('master-course')
await publish.session('first', 'master-course', { name: 'Start' })
await publish.tutorial('brief', 'first', { free: true, name: 'Write a brief' })

const account = randomUUID()
const headers = await signIn({ id: account })
const search = async (q: string, kind = '') => {
  const response = await app.inject({ url: '/api/search', query: { q, ...(kind && { kind }) }, headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().results
}
const stored = async () => {
  const rows = await app.sql<{ words: string }[]>`select words from missed_searches where account_id = ${account} order by words`
  return rows.map(({ words }) => words)
}
/** Moves all searches into the past. */
const wait = (time: string) => app.sql`update missed_searches set searched_at = searched_at - ${time}::interval`

beforeEach(() => app.sql`delete from missed_searches`)

test('INSIGHT-11 stores a search without a result once, as searches compare it', async () => {
  await expect.poll(async () => (await search('brief')).length).toBeGreaterThan(0)
  await app.sql`delete from missed_searches`
  expect(await search('brief')).toHaveLength(1)
  for (const q of ['  Kubernetes\t Déploy', 'kubernetes deploy', 'unknown', '!!!', 'x'.repeat(61)]) expect(await search(q)).toEqual([])
  // Own prompts are no content that the academy lacks.
  expect(await search('mine', 'own_prompt')).toEqual([])
  expect(await stored()).toEqual(['kubernetes deploy', 'unknown'])
})

test('INSIGHT-11 what a user types and deletes within a minute is one search', async () => {
  for (const q of ['kub', 'kube', 'kuber', 'kube', 'kub']) await search(q)
  expect(await stored()).toEqual(['kuber'])
  await wait('2 minutes')
  for (const q of ['kube', 'kubernetes']) await search(q)
  expect(await stored()).toEqual(['kuber', 'kubernetes'])
})

test('INSIGHT-11 forgets searches after 90 days, and stores at most 100 of an account', async () => {
  await search('docker')
  await search('unknown')
  await wait('91 days')
  await search('unknown')
  expect(await stored()).toEqual(['unknown'])
  await app.sql`insert into missed_searches (account_id, words) select ${account}, 'word ' || n from generate_series(1, 98) n`
  for (const q of ['first', 'second']) await search(q)
  expect(await stored()).toHaveLength(100)
  expect(await stored()).toContain('first')
})
