import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { publisher } from '../../../testing/published-pages.ts'
import { NO_ACCOUNT_LIMIT, searcher } from '../../../testing/searcher.ts'
import { contentResources } from '../mirror/content.table.ts'
import { indexMissingPages } from '../search/search-index.store.ts'
import { unpublishPage } from './content.store.ts'

const part = (html: string) => ({ html, blocks: [] })

test('LEARN-34 results do not depend on the texts that are locked', async () => {
  // The first four words are closer to “hobbitw” than any word that the account may read.
  const words = [
    'hobbitwa',
    'hobbitwe',
    'hobbitwi',
    'hobbitwo',
    'quokka',
    'guessing',
    'wombat',
    'tutorial',
    'brief',
    'habits',
    'luminance',
    'holes',
    'gap',
    'wonbat',
    'interviews',
    'notebook',
  ]
  const [one, two] = await Promise.all([buildTestApp({ env: NO_ACCOUNT_LIMIT }), buildTestApp({ env: NO_ACCOUNT_LIMIT })])
  const withLockedText = async (testApp: TestApp, text: string) => {
    const pages = publisher(testApp.app.db)
    // Locked pages first, so that their words get the first places in the index.
    await pages.course('master-course')
    await pages.session('locked', 'master-course', { position: 2, name: 'Locked session' })
    const html = `<p>${text}</p>`
    for (const slug of ['a', 'b', 'c']) {
      await pages.tutorial(slug, 'locked', {
        name: `Locked brief ${slug}`,
        description: text,
        parts: {
          description: html,
          tools: html,
          prompt: html,
          code_sample: html,
          transition: html,
          tips: [{ parent_html: text, children_html: html }],
        },
      })
      const all = part(html)
      await pages.resource(`r-${slug}`, {
        name: `Locked gap ${slug}`,
        description: text,
        tags: [text],
        content: text,
        code_sample: text,
        parts: { prerequisite: all, prompt: all, code_sample: all, additional_instructions: all },
      })
    }
    await pages.session('open', 'master-course', { position: 1, free: true, name: 'Open session' })
    await pages.tutorial('open', 'open', {
      name: 'Open brief',
      parts: { description: '<p>A gap is filled with a guess. Habits are hard to notice.</p>' },
    })
    await pages.tutorial('open-2', 'open', {
      name: 'Second one',
      parts: { description: '<p>Holes, guesses and a hobbit in the notes.</p>' },
    })
    return await searcher(testApp)
  }
  const secret = await withLockedText(one, words.join(' '))
  const harmless = await withLockedText(two, 'nothing of the kind stands here')
  const parts = words.flatMap((word) => [
    word,
    word.slice(0, 4),
    word.slice(0, 2),
    `${word} gap`,
    `${word}x`,
    word.replace(/(.)(.)$/, '$2$1'),
  ])
  for (const q of [...parts, words.join(' '), 'guess', 'brief', 'habbit', 'hobbitw']) {
    expect([q, await secret.search(q)]).toEqual([q, await harmless.search(q)])
  }
  // The same words are found by an account that may read them.
  expect((await (await searcher(one, 'course')).search('wombat')).map(({ locked }) => locked)).toEqual(expect.arrayContaining([false]))
})

describe('LEARN-35 the index follows what is published', () => {
  test('at once after a publication, an edit and a withdrawal', async () => {
    const { app: other, ...more } = await buildTestApp({ env: NO_ACCOUNT_LIMIT })
    const pages = publisher(other.db)
    const { search } = await searcher({ app: other, ...more })
    const ids = async (q: string) => (await search(q)).map(({ id }) => id)
    await pages.course('master-course')
    await pages.session('one', 'master-course', { free: true })
    await pages.tutorial('page', 'one', { parts: { description: '<p>alpaca</p>' } })
    await expect.poll(() => ids('alpaca'), { interval: 20 }).toEqual(['page'])
    await pages.tutorial('page', 'one', { parts: { description: '<p>llama</p>' } })
    expect([await ids('alpaca'), await ids('llama')]).toEqual([[], ['page']])
    const [stored] = await other.sql<[{ notion_page_id: string }]>`select notion_page_id from content_tutorials`
    await unpublishPage(other.db, 'tutorial', stored.notion_page_id)
    expect(await ids('llama')).toEqual([])
    expect(await other.sql`select from search_postings join search_pages on id = page_id where kind = 'tutorial'`).toHaveLength(0)
  })

  test('a session that becomes free opens the texts of its tutorials', async () => {
    const testApp = await buildTestApp({ env: NO_ACCOUNT_LIMIT })
    const pages = publisher(testApp.app.db)
    const { search } = await searcher(testApp)
    await pages.course('master-course')
    await pages.session('one', 'master-course', { free: false })
    await pages.tutorial('page', 'one', { parts: { description: '<p>alpaca</p>' } })
    expect(await search('alpaca')).toEqual([])
    await pages.session('one', 'master-course', { free: true })
    await expect.poll(() => search('alpaca'), { interval: 20 }).toMatchObject([{ id: 'page', locked: false }])
  })

  test('at the start, what an older version published, and what a crash of the server emptied', async () => {
    const testApp = await buildTestApp({ env: NO_ACCOUNT_LIMIT })
    const { app: first, another } = testApp
    const pages = publisher(first.db)
    await pages.course('master-course')
    await pages.session('one', 'master-course', { free: true })
    await pages.tutorial('page', 'one', { parts: { description: '<p>alpaca</p>' } })
    await pages.resource('gone', {})
    await first.sql`delete from search_words`
    await first.sql`delete from search_pages where kind <> 'resource'`
    await first.db.delete(contentResources)
    const second = await another()
    const { headers } = await searcher(testApp)
    const ask = async () => (await second.inject({ url: '/api/search?q=alpaca', headers })).json().results
    await expect.poll(ask, { interval: 20 }).toMatchObject([{ id: 'page' }])
    await expect
      .poll(() => first.sql`select kind from search_pages order by kind`, { interval: 20 })
      .toEqual([{ kind: 'session' }, { kind: 'tutorial' }])
    await second.close()
    expect(await indexMissingPages(first.db, new AbortController().signal)).toBe(0)
  })

  test('ends after the current batch when the instance closes', async () => {
    const { app: first, another } = await buildTestApp({ env: NO_ACCOUNT_LIMIT })
    const pages = publisher(first.db)
    await pages.course('master-course')
    await pages.session('one', 'master-course')
    for (const slug of ['a', 'b', 'c']) await pages.tutorial(slug, 'one')
    await first.sql`delete from search_pages`
    const abort = vi.spyOn(AbortController.prototype, 'abort')
    onTestFinished(() => abort.mockRestore())
    const indexing = () => first.sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where relation = 'search_pages'::regclass and not granted and datname = current_database()`
    const closing = await first.sql.begin(async (tx) => {
      await tx`lock table search_pages in share mode`
      const second = await another()
      await second.ready()
      await expect.poll(async () => (await indexing()).length, { interval: 20 }).toBe(1)
      const closed = second.close()
      await expect.poll(() => abort.mock.calls.flat()).toContainEqual(new Error('the API is closing, so indexing ends'))
      return [closed]
    })
    await Promise.all(closing)
    expect(await first.sql`select from search_pages`).toHaveLength(1)
  })
})
