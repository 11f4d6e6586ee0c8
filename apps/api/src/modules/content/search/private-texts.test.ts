import type { TextSegment } from '@academy/contract'
import { FOLDED_PAIRS } from '@academy/contract/testing/folded-pairs'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { NO_ACCOUNT_LIMIT, searcher } from '../../../testing/searcher.ts'

const academy = await buildTestApp({ env: NO_ACCOUNT_LIMIT })
const hitsOf = (segments: TextSegment[] | null) => segments?.filter(({ hit }) => hit).map(({ text }) => text)

/** Saves prompts of a new subscriber and returns how the subscriber searches: the title and the marked words of each found prompt. */
async function searchIn(...prompts: { title: string; content?: string }[]) {
  const { search, headers } = await searcher(academy, 'studio')
  for (const { title, content = 'Nothing.' } of prompts) {
    const payload = { title, description: 'For tests', content }
    expect((await academy.app.inject({ method: 'POST', url: '/api/prompts', headers, payload })).statusCode).toBe(201)
  }
  return async (q: string) =>
    (await search(q)).map(({ title, snippet }) => [
      title.map(({ text }) => text).join(''),
      [...(hitsOf(title) ?? []), ...(hitsOf(snippet) ?? [])].join(' '),
    ])
}

test.each([
  ['writing', 'Writing coach', 'Writing'],
  ['writin', 'Writing coach', 'Writing'],
  ['writing', 'Write a brief', 'Write'],
  ['easy', 'The easiest plan', 'easiest'],
  ['stories', 'A story', 'story'],
  ['using', 'Using tools', 'Using'],
  ['try', 'Try again', 'Try'],
])('LEARN-31 LEARN-36 “%s” finds the own prompt “%s”', async (q, title, hit) => {
  const search = await searchIn({ title })
  expect(await search(q)).toEqual([[title, hit]])
})

test('LEARN-36 a short word does not find own prompts that have two of its letters', async () => {
  const search = await searchIn({ title: 'A strong contract' })
  expect(await search('try')).toEqual([])
})

test.each([
  ['café', 'Le café', 'café'],
  ['cafe', 'Le CAFÉ', 'CAFÉ'],
  ['Café', 'Le cafe\u0301', 'cafe\u0301'],
  ['naive', 'A naïve plan', 'naïve'],
  ['елка', 'Ёлка', 'Ёлка'],
  ['한국어', '한국어 학습', '한국어'],
])('LEARN-31 LEARN-36 “%s” finds “%s” in titles and texts of own prompts', async (q, text, hit) => {
  const before = '한국 éé '.repeat(400)
  const search = await searchIn({ title: text }, { title: 'Other', content: `${before}${text}` })
  expect(await search(q)).toEqual([
    [text, hit],
    ['Other', hit],
  ])
})

test('LEARN-31 LEARN-36 LEARN-62 own prompts are found whatever the letters, apostrophes, hyphens and spaces of the query', async () => {
  const search = await searchIn(
    ...FOLDED_PAIRS.map(([, text], index) => ({ title: `Pair ${index}`, content: `${'Nothing. '.repeat(100)}${text}` })),
  )
  for (const [index, [query]] of FOLDED_PAIRS.entries())
    expect(
      (await search(query)).map(([title]) => title),
      query,
    ).toContain(`Pair ${index}`)
})

test('LEARN-32 marks the whole word of which folding changes the length', async () => {
  const search = await searchIn({ title: 'Die Daten\u00adbank der Straße' })
  expect(await search('datenbank strasse')).toEqual([['Die Datenbank der Straße', 'Datenbank Straße']])
})

test('an excerpt does not begin inside an emoji', async () => {
  const { search, headers } = await searcher(academy, 'studio')
  const payload = { title: 'Board', description: '🟩'.repeat(40), content: 'flamingo' }
  await academy.app.inject({ method: 'POST', url: '/api/prompts', headers, payload })
  const [result] = await search('flamingo')
  expect(result?.snippet).toEqual([
    { text: '… ', hit: false },
    { text: `${'🟩'.repeat(24)} `, hit: false },
    { text: 'flamingo', hit: true },
  ])
})

test('LEARN-37 a word with characters that a pattern would interpret finds nothing', async () => {
  const search = await searchIn({ title: 'Step 1' })
  expect(await search('⑴ ⒈')).toEqual([])
})

test('LEARN-32 the snippet of an own prompt shows a whole word instead of an earlier one that only contains its letters', async () => {
  const search = await searchIn({ title: 'Gallery', content: `Start here. ${'Nothing else. '.repeat(200)}Modern art hangs here.` })
  expect(await search('art')).toEqual([['Gallery', 'art']])
  expect(await search('art sta'), 'the first of several words').toEqual([['Gallery', 'Start']])
})
