import { apiError, news, proof, publicCourse, publicTutorial, tutorialContent } from '@academy/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { pictureOf, publisher } from '../../testing/published-pages.ts'

const { app } = await buildTestApp({ env: { RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000' } })
const publish = publisher(app.db)
const part = (html: string) => ({ html, blocks: [{ type: 'paragraph', content: html }] })
const picture = pictureOf('red')

await publish.course('master-course', { name: 'The Master Course', description: 'What it teaches.' })
await publish.session('first', 'master-course', { position: 1, name: 'First session', description: 'How to begin.' })
await publish.tutorial('free', 'first', {
  position: 1,
  free: true,
  name: 'Free one',
  description: 'Begin.',
  parts: { prompt: '<p>freewords</p>' },
})
await publish.tutorial('locked', 'first', {
  position: 2,
  name: 'Locked one',
  description: 'Go on.',
  duration: 12,
  diagram_description: 'lockedsecret',
  parts: Object.fromEntries(
    ['description', 'tools', 'video', 'prompt', 'code_sample', 'transition'].map((name) => [name, `<p>lockedsecret</p>`]),
  ),
})
await publish.resource('second-sample', { position: 2, sample: true, tags: ['Data', 'Tests'], parts: { prompt: part('<p>second</p>') } })
await publish.resource(
  'first-sample',
  {
    position: 1,
    sample: true,
    parts: { prompt: part(`<p>first</p><img src="/api/files/${picture.hash}">`), code_sample: part('<p>lockedsecret</p>') },
  },
  [picture],
)
await publish.resource('paid', { position: 3, content: 'lockedsecret', parts: { prompt: part('<p>lockedsecret</p>') } })

const schema = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data })
const get = (path: string, headers = {}) => app.inject({ url: `/api/public/${path}`, headers })

test('PUBLIC-01 a visitor reads the syllabus and the samples of the library, in the order of the author', async () => {
  const response = await get('courses/master-course')
  const { data } = schema(publicCourse.strict()).parse(response.json())
  expect(data).toMatchObject({
    name: 'The Master Course',
    description: 'What it teaches.',
    product: 'master_course',
    opens_on: null,
    others: [],
    sessions: [
      {
        number: 1,
        name: 'First session',
        description: 'How to begin.',
        tutorials: [
          { name: 'Free one', free: true },
          { name: 'Locked one', free: false },
        ],
      },
    ],
    library: {
      resources: 3,
      samples: [
        { id: 'first-sample', category: null },
        { id: 'second-sample', category: 'Data', prompt: '<p>second</p>' },
      ],
    },
  })
  expect((await get('courses/master-course', { 'if-none-match': response.headers.etag })).statusCode).toBe(304)
})

test('PUBLIC-01 a visitor can load the pictures of a sample', async () => {
  expect((await app.inject({ url: `/api/files/${picture.hash}` })).statusCode).toBe(200)
})

test('PUBLIC-02 a visitor reads title, goal and place of a tutorial', async () => {
  const { data } = schema(publicTutorial.strict()).parse((await get('tutorials/locked')).json())
  expect(data).toEqual({
    id: 'locked',
    name: 'Locked one',
    description: 'Go on.',
    free: false,
    vip: false,
    duration: 12,
    read_minutes: null,
    build_minutes: null,
    course: { id: 'master-course', name: 'The Master Course' },
    session: { id: 'first', number: 1, name: 'First session' },
    number: 2,
  })
})

test('PUBLIC-03 a visitor reads a free tutorial whole, and a locked one not at all', async () => {
  const { data } = schema(tutorialContent).parse((await get('tutorials/free/content')).json())
  expect(data.prompt?.html).toBe('<p>freewords</p>')
  const refused = await get('tutorials/locked/content')
  expect([refused.statusCode, apiError.parse(refused.json()).code]).toEqual([403, 'entitlement_required'])
})

test('PUBLIC-04 no public response contains a word of paid content', async () => {
  const paths = [
    'courses/master-course',
    'tutorials/free',
    'tutorials/locked',
    'tutorials/free/content',
    'tutorials/locked/content',
    'courses/master-course/news',
    '../proof',
  ]
  for (const path of paths) expect((await get(path)).body).not.toContain('lockedsecret')
})

test('PROOF-07 a visitor reads the results of all tried prompts, best share first, and no word of a prompt', async () => {
  const publishTried = (slug: string, passed: number, runs: number) =>
    publish.resource(slug, {
      ...{ tried_with: 'Fake', tried_on: '2026-11-02', content: 'lockedsecret', parts: { prompt: part('<p>lockedsecret</p>') } },
      tries: { tool: 'Fake', version: '1', day: '2026-11-02', runs, passed, baseline: 0, digest: 'a'.repeat(64) },
    })
  for (const [slug, passed, runs] of [
    ['few', 2, 2],
    ['worst', 1, 20],
    ['many', 20, 20],
    ['middle', 15, 20],
  ] as const)
    await publishTried(slug, passed, runs)
  const read = async () => schema(proof.strict()).parse((await app.inject({ url: '/api/proof' })).json()).data
  await expect.poll(async () => (await read()).results.map(({ id }) => id)).toEqual(['many', 'few', 'middle', 'worst'])
  const { resources, results } = await read()
  expect(resources).toBe(7)
  expect(results.at(-1)).toEqual({
    ...{ id: 'worst', name: 'worst' },
    result: {
      ...{ tool: 'Fake', version: '1', day: '2026-11-02', runs: 20, passed: 1, baseline: 0 },
      ...{ interval: { from: 0.009, to: 0.236 }, baseline_interval: { from: 0, to: 0.161 } },
    },
  })
  expect(JSON.stringify(results)).not.toContain('lockedsecret')
})

test('FEED-01 a visitor reads the titles of tutorials and samples, last changed first', async () => {
  await publish.tutorial('locked', 'first', {
    position: 2,
    name: 'Locked one',
    last_edited_time: new Date('2099-01-02T10:00:00Z'),
    parts: { prompt: '<p>lockedsecret</p>' },
  })
  const list = async () => schema(z.array(news.strict())).parse((await get('courses/master-course/news')).json()).data
  await expect.poll(async () => (await list())[0]?.id).toBe('locked')
  const [first, ...others] = await list()
  expect(first).toMatchObject({
    kind: 'tutorial',
    name: 'Locked one',
    free: false,
    session_id: 'first',
    updated_at: '2099-01-02T10:00:00.000Z',
  })
  expect(others.map(({ kind, id, free, session_id }) => [kind, id, free, session_id]).toSorted()).toEqual([
    ['resource', 'first-sample', true, null],
    ['resource', 'second-sample', true, null],
    ['tutorial', 'free', true, 'first'],
  ])
  // edited before this academy published it
  for (const { published_at, updated_at } of others) expect(updated_at).toBe(published_at)
  expect(others.map(({ updated_at }) => updated_at)).toEqual(
    others
      .map(({ updated_at }) => updated_at)
      .toSorted()
      .toReversed(),
  )
})

test('FEED-01 a list has at most 50 titles', async () => {
  for (let number = 0; number < 50; number += 1) await publish.tutorial(`more-${number}`, 'first', { position: 10 + number })
  await expect.poll(async () => (await get('courses/master-course/news')).json().data.length).toBe(50)
})

test('PUBLIC-05 a publish changes what visitors read', async () => {
  await publish.tutorial('locked', 'first', { position: 2, name: 'Renamed', free: true, parts: { prompt: '<p>now free</p>' } })
  await expect.poll(async () => (await get('tutorials/locked')).json().data.name).toBe('Renamed')
  await expect.poll(async () => (await get('tutorials/locked/content')).statusCode).toBe(200)
})

test('unknown courses and tutorials are 404', async () => {
  for (const path of ['courses/none', 'courses/none/news', 'tutorials/none', 'tutorials/none/content'])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404])
})
