import { apiError, type TextSegment } from '@academy/contract'
import { FOLDED_PAIRS } from '@academy/contract/testing/folded-pairs'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { publisher } from '../../../testing/published-pages.ts'
import { NO_ACCOUNT_LIMIT, searcher } from '../../../testing/searcher.ts'
import { contentFiles } from '../mirror/content.table.ts'

const part = (html: string) => ({ html, blocks: [] })
const textOf = (segments: TextSegment[] | null) => segments?.map(({ text }) => text).join('') ?? null
const hitsOf = (segments: TextSegment[] | null) => segments?.filter(({ hit }) => hit).map(({ text }) => text)

const CAPTIONS = `WEBVTT

00:00.000 --> 00:04.000
A tool guesses what
it cannot see.

00:04.500 --> 00:09.000
Where it hurts is rarely

01:12.000 --> 01:15.000
where it broke.
`
const captionsHash = 'c'.repeat(64)

const academy = await buildTestApp({ env: NO_ACCOUNT_LIMIT })
const { app } = academy
const publish = publisher(app.db)
await app.db.insert(contentFiles).values({ hash: captionsHash, type: 'text/vtt', bytes: Buffer.from(CAPTIONS) })
await publish.course('master-course')
await publish.session('first', 'master-course', { position: 1, name: 'Start from the problem', description: 'Before anything is built' })
await publish.session('second', 'master-course', { position: 2, name: 'Keep every version' })
await publish.tutorial('brief', 'first', {
  position: 1,
  free: true,
  name: 'Write a brief',
  description: 'One page that a tool can follow.',
  parts: {
    description: '<h3>Why</h3><p>Every <strong>gap</strong>ing hole is filled with a guess &amp; a habit &lt;b&gt;.</p>',
    prompt: '<pre><code>Interview me about the <span class="tok-keyword">invoice</span> reminder.</code></pre>',
    code_sample: '<pre><code>localStorage.setItem("notes", text)</code></pre>',
    tips: [{ parent_html: 'Write dates in full', children_html: '<p>Friday needs a calendar.</p>' }],
    video: `<div class="video-frame"><video src="/api/files/${'d'.repeat(64)}" controls><track src="/api/files/${captionsHash}" kind="captions"></video></div>`,
  },
})
await publish.tutorial('git', 'second', { position: 1, name: 'Go back without fear', parts: { description: '<p>Revert one commit.</p>' } })
await publish.tutorial('vip', 'second', {
  position: 2,
  vip: true,
  name: 'Try two ways',
  parts: { description: '<p>A branch for the zeppelin.</p>' },
})
await publish.resource('contrast', {
  name: 'Check colors',
  description: 'Whether text stands out',
  tags: ['Design'],
  parts: { prompt: part('<p>Compare with what WCAG asks of hints below fields.</p>'), code_sample: part('<pre>luminance(color)</pre>') },
})
await publish.resource('story', {
  name: 'Turn a request into a spec',
  parts: { prompt: part('<p>The user tells a story of onboarding.</p>') },
})

describe('a search', () => {
  test('LEARN-30 finds tutorials, what is inside of them, sessions, library items with their bodies, and own prompts', async () => {
    const owner = await searcher(academy, 'course')
    const first = async (q: string) => {
      const [result] = await owner.search(q)
      return result && [result.kind, result.id, result.session_id, textOf(result.title), result.place]
    }
    const place = '1 Start from the problem'
    expect(await first('gaping hole')).toEqual(['tutorial', 'brief', 'first', 'Write a brief', place])
    expect(await first('invoice reminder')).toEqual(['prompt', 'brief', 'first', 'Write a brief', place])
    expect(await first('localStorage')).toEqual(['code', 'brief', 'first', 'Write a brief', place])
    expect(await first('local storage')).toEqual(['code', 'brief', 'first', 'Write a brief', place])
    expect(await first('Friday calendar')).toEqual(['tip', 'brief', 'first', 'Write a brief', place])
    expect(await first('tool guesses what it cannot see')).toEqual(['transcript', 'brief', 'first', 'Write a brief', place])
    expect(await first('problem')).toEqual(['session', 'first', 'first', 'Start from the problem', 'Session 1'])

    const subscriber = await searcher(academy, 'studio')
    const payload = { title: 'Weekly report', description: 'For Monday', content: 'Summarize the pelican census.' }
    await app.inject({ method: 'POST', url: '/api/prompts', headers: subscriber.headers, payload })
    expect(await subscriber.search('wcag hints')).toMatchObject([
      { kind: 'resource', id: 'contrast', place: 'Prompt Library', locked: false },
    ])
    expect(await subscriber.search('pelican')).toMatchObject([{ kind: 'own_prompt', place: 'My Prompts', locked: false }])
    expect((await subscriber.search('color contrast luminance'))[0]?.id).toBe('contrast')
  })

  test('LEARN-30 a title counts more than a text, and words that stand together count more than the same words apart', async () => {
    const other = await buildTestApp({ env: NO_ACCOUNT_LIMIT })
    const pages = publisher(other.app.db)
    await pages.course('master-course')
    await pages.session('one', 'master-course', { free: true })
    const filler = 'Some more words that say nothing about the matter at all.'
    await pages.tutorial('in-text', 'one', { name: 'Alpha', parts: { description: `<p>Here is a heron. ${filler}</p>` } })
    await pages.tutorial('in-title', 'one', { name: 'The heron', parts: { description: `<p>${filler}</p>` } })
    await pages.tutorial('apart', 'one', { name: 'Beta', parts: { description: `<p>Copper is a metal. ${filler} A kettle boils.</p>` } })
    await pages.tutorial('together', 'one', {
      name: 'Gamma',
      parts: { description: `<p>A metal is here. ${filler} Boil the copper kettle.</p>` },
    })
    const { search } = await searcher(other)
    expect((await search('heron')).map(({ id }) => id)).toEqual(['in-title', 'in-text'])
    expect((await search('copper kettle')).map(({ id }) => id)).toEqual(['together', 'apart'])
  })

  test.each([
    ['the beginning of a word', 'luminan', 'contrast'],
    ['another form of a word', 'comparing', 'contrast'],
    ['a missing letter', 'luminnce', 'contrast'],
    ['swapped letters', 'wacg', 'contrast'],
    ['capitals and accents', 'LÚMINANCE', 'contrast'],
    ['a word that is not there beside some that are', 'luminance xylophone', 'contrast'],
  ])('LEARN-31 finds %s', async (_, q, id) => {
    const { search } = await searcher(academy, 'studio')
    expect((await search(q))[0]?.id).toBe(id)
  })

  test('LEARN-62 finds content whatever the letters, apostrophes, hyphens and spaces of the query', async () => {
    const other = await buildTestApp({ env: NO_ACCOUNT_LIMIT })
    const pages = publisher(other.app.db)
    for (const [index, [, text]] of FOLDED_PAIRS.entries()) await pages.resource(`pair-${index}`, { name: 'Pair', description: text })
    const { search } = await searcher(other, 'studio')
    for (const [index, [query]] of FOLDED_PAIRS.entries())
      expect(
        (await search(query)).map(({ id }) => id),
        query,
      ).toContain(`pair-${index}`)
  })

  test('LEARN-31 shows titles from the first letters, and texts from the fourth', async () => {
    const { search } = await searcher(academy, 'studio')
    expect((await search('ch')).map(({ id }) => id)).toEqual(['contrast'])
    expect(await search('lum')).toEqual([])
    expect((await search('lumi')).map(({ id }) => id)).toEqual(['contrast'])
  })

  test('LEARN-32 marks what was found in segments of plain text, and never returns HTML', async () => {
    const { search } = await searcher(academy)
    const [result] = await search('guess habit brief')
    expect(hitsOf(result?.title ?? null)).toEqual(['brief'])
    expect(hitsOf(result?.snippet ?? null)).toEqual(['guess', 'habit'])
    // The author typed these characters: they are text.
    expect(textOf(result?.snippet ?? null)).toContain('with a guess & a habit <b>.')
    expect(JSON.stringify(result)).not.toMatch(/<strong>|&amp;|tok-keyword/)
  })

  test('LEARN-33 a line of a transcript names the second at which it is said, also where a sentence runs over two captions', async () => {
    const { search } = await searcher(academy)
    expect((await search('rarely hurts'))[0]).toMatchObject({ kind: 'transcript', id: 'brief', seconds: 4 })
    expect((await search('broke'))[0]).toMatchObject({ kind: 'transcript', seconds: 72 })
    expect((await search('gaping'))[0]).toMatchObject({ kind: 'tutorial', seconds: null })
  })

  test('LEARN-36 finds own prompts for their account alone, and by the title alone without the entitlement', async () => {
    const ada = await searcher(academy, 'studio')
    const eve = await searcher(academy, 'studio')
    const payload = { title: 'Ostrich counter', description: 'Counts', content: 'Flamingo <b>pink</b>', code: 'flock(1)' }
    const made = await app.inject({ method: 'POST', url: '/api/prompts', headers: ada.headers, payload })
    const [found] = await ada.search('flamingos')
    expect(found).toMatchObject({ kind: 'own_prompt', id: made.json().id, locked: false })
    expect([textOf(found?.snippet ?? null), hitsOf(found?.snippet ?? null)]).toEqual(['Counts Flamingo <b>pink</b> flock(1)', ['Flamingo']])
    expect(await eve.search('flamingo ostrich')).toEqual([])

    const former = await searcher(academy)
    const owner = JSON.parse(Buffer.from(former.headers.authorization.split('.')[1] ?? '', 'base64url').toString()).sub
    await app.sql`insert into prompts (account_id, title, description, content) values (${owner}, 'Old heron', 'Counted', 'Marabou')`
    expect(await former.search('heron')).toMatchObject([{ kind: 'own_prompt', locked: true, snippet: null }])
    expect(await former.search('marabou')).toEqual([])
  })

  test('LEARN-36 finds own notes for their account alone, also on a tutorial that is locked', async () => {
    const ada = await searcher(academy)
    const eve = await searcher(academy, 'course')
    const write = async (who: typeof ada, tutorial: string, text: string) => {
      const account = JSON.parse(Buffer.from(who.headers.authorization.split('.')[1] ?? '', 'base64url').toString()).sub
      await app.sql`insert into tutorial_notes (account_id, tutorial_id, text) values (${account}, ${tutorial}, ${text})`
    }
    await write(ada, 'git', 'Ask the cormorant about reverting.')
    await write(ada, 'not-published', 'cormorant')
    expect(await ada.search('cormorants revert')).toMatchObject([
      { kind: 'own_note', id: 'git', session_id: 'second', place: '2 Keep every version', locked: false },
    ])
    expect(await eve.search('cormorant')).toEqual([])
  })

  test('LEARN-38 with a kind returns resources alone, each with every word', async () => {
    const { search } = await searcher(academy, 'studio')
    const ids = async (q: string) => (await search(q, { kind: 'resource' })).map(({ id }) => id)
    expect(await ids('onboarding')).toEqual(['story'])
    expect(await ids('user story')).toEqual(['story'])
    expect(await ids('user wcag')).toEqual([])
    expect(await ids('brief')).toEqual([])
  })
})

test('LEARN-31 similar words are found by their index, not by a comparison with every word', async () => {
  const connection = await app.sql.reserve()
  const indexScans = async () => {
    await connection`select pg_stat_force_next_flush()`
    const [index] = await connection<{ scans: number }[]>`
      select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'search_words_similar'`
    return index?.scans ?? 0
  }
  const before = await indexScans()
  await connection`select * from similar_search_words('invoise')`
  expect((await indexScans()) - before).toBe(1)
  connection.release()
})

describe('LEARN-30 a word of a thousand documents', async () => {
  const prompt = (text: string) => ({ parts: { prompt: part(`<p>${text}</p>`) } })
  await publish.resource('both', { name: 'One', ...prompt('An ubiquitous quokka.') })
  await publish.resource('rare', { name: 'Two', ...prompt('A quokka alone.') })
  await app.sql`
    with copies as (
      insert into search_pages (notion_page_id, kind, digest, indexer)
      select 'copy-' || number, 'resource', '', 1 from generate_series(1, 1000) as number returning id
    )
    insert into search_postings (word_id, page_id, part, title_only, weight)
    select search_words.id, copies.id, 1, false, 1 from search_words cross join copies where word = 'ubiquitous'`
  const { search } = await searcher(academy, 'studio')

  test('is marked beside a rarer word, which decides what is found', async () => {
    const results = await search('ubiquitous quokka')
    expect(results.map(({ id }) => id)).toEqual(['both', 'rare'])
    expect(hitsOf(results[0]?.snippet ?? null)).toEqual(['ubiquitous', 'quokka'])
  })
  test('has to be in each resource of a search in resources', async () => {
    expect((await search('ubiquitous quokka', { kind: 'resource' })).map(({ id }) => id)).toEqual(['both'])
  })
  test('is found alone', async () => {
    expect((await search('ubiquitous')).map(({ id }) => id)).toEqual(['both'])
  })
})

describe('LEARN-34 what the account may not open', () => {
  test('is found by its title alone, with its place and a lock', async () => {
    const learner = await searcher(academy)
    expect(await learner.search('fear')).toEqual([
      {
        kind: 'tutorial',
        id: 'git',
        session_id: 'second',
        course_id: 'master-course',
        title: [
          { text: 'Go back without ', hit: false },
          { text: 'fear', hit: true },
        ],
        place: '2 Keep every version',
        snippet: null,
        seconds: null,
        locked: true,
      },
    ])
    expect(await learner.search('revert')).toEqual([])
    expect(await learner.search('zeppelin')).toEqual([])
    expect(await learner.search('wcag')).toEqual([])
    expect(await learner.search('colors')).toMatchObject([{ kind: 'resource', id: 'contrast', locked: true, snippet: null }])

    const owner = await searcher(academy, 'course')
    expect(await owner.search('revert')).toMatchObject([{ id: 'git', locked: false }])
    expect(await owner.search('zeppelin')).toMatchObject([{ id: 'vip', locked: false }])
    expect(await owner.search('wcag')).toEqual([])
  })
})

describe('LEARN-37', () => {
  test.each([
    ['', 'q must be 1 to 200 characters.'],
    ['q=', 'q must be 1 to 200 characters.'],
    ['q=%20%20', 'q must be 1 to 200 characters.'],
    [`q=${'a'.repeat(201)}`, 'q must be 1 to 200 characters.'],
    ['q=a%00', 'q contains characters that cannot be searched for.'],
  ])('a search for “%s” is refused', async (query, reason) => {
    const response = await (await searcher(academy)).read(query)
    expect([response.statusCode, apiError.parse(response.json())]).toMatchObject([400, { code: 'invalid_request', fields: { q: reason } }])
  })

  test('another kind is refused, a query without words finds nothing, and the longest one is answered', async () => {
    const { read, search } = await searcher(academy)
    expect((await read('q=a&kind=tutorial')).json().fields).toEqual({
      kind: 'kind must be resource, course or own_prompt, or be left out.',
    })
    for (const q of ['…', '%', "'; drop table prompts; --", '🙂', 'the', 'ab '.repeat(66), 'x'.repeat(200)]) await search(q)
    for (const q of ['…', '❤️']) expect(await search(q)).toEqual([])
  })

  test('without a session a search is refused, and above the limit too', async () => {
    expect((await app.inject({ url: '/api/search?q=brief' })).statusCode).toBe(401)
    const limited = await buildTestApp({ env: { RATE_LIMIT_ACCOUNT_PER_MINUTE: '2' } })
    const { read } = await searcher(limited)
    expect([(await read('q=a')).statusCode, (await read('q=a')).statusCode, (await read('q=a')).statusCode]).toEqual([200, 200, 429])
  })
})
