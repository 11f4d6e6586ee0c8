import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { publisher } from '../../../testing/published-pages.ts'
import { NO_ACCOUNT_LIMIT, searcher } from '../../../testing/searcher.ts'

const academy = await buildTestApp({ env: NO_ACCOUNT_LIMIT })
const { app } = academy
const publish = publisher(app.db)
await publish.course('master-course')
await publish.session('sea', 'master-course', { name: 'The walrus', free: true })
await publish.tutorial('swim', 'sea', { name: 'Swim', parts: { description: '<p>Beside a walrus.</p>', prompt: '<p>Draw a walrus.</p>' } })
for (let number = 1; number <= 25; number++) await publish.resource(`walrus-${number}`, { name: `Walrus ${number}` })
// More matches than a search in everything has candidates
await app.sql`
  with copies as (
    insert into search_pages (notion_page_id, kind, digest, indexer)
    select 'copy-' || number, 'resource', '', 1 from generate_series(1, 450) as number returning id
  )
  insert into search_postings (word_id, page_id, part, title_only, weight)
  select search_words.id, copies.id, 1, false, 1000 from search_words cross join copies where word = 'walrus'`

const owner = await searcher(academy, 'studio')
const write = { method: 'POST', url: '/api/prompts', headers: owner.headers } as const
await app.inject({ ...write, payload: { title: 'Feed it', description: 'Daily', content: 'Feed the walrus.' } })
const accountId = JSON.parse(Buffer.from(owner.headers.authorization.split('.')[1] ?? '', 'base64url').toString()).sub
await app.sql`insert into tutorial_notes (account_id, tutorial_id, text) values (${accountId}, 'swim', 'A walrus note.')`

test('a search in the course finds its pages, however many other matches there are', async () => {
  const found = await owner.search('walrus', { kind: 'course' })
  expect(found.map(({ kind, id }) => `${kind} ${id}`).toSorted()).toEqual(['prompt swim', 'session sea', 'tutorial swim'])
  expect((await owner.search('wal', { kind: 'course' })).map(({ id }) => id)).toEqual(['sea'])
  expect((await owner.search('wallrus swim', { kind: 'course' })).map(({ kind }) => kind)).toContain('tutorial')
})

test('a search in own prompts finds no notes and no content', async () => {
  expect(await owner.search('walrus', { kind: 'own_prompt' })).toMatchObject([{ kind: 'own_prompt', place: 'My Prompts' }])
})
