import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN, DIAGRAM, type MirroredAcademy, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { headingOf, paragraphOf } from '../../../testing/notion-workspace.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let course: string
let session: string
let tutorial: string
let two: string

beforeEach(async () => {
  academy = await startMirroredAcademy()
  workspace = academy.workspace
  course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  session = await workspace.addSession(course, { name: 'Session', slug: 'session', order: 1, free: true })
  tutorial = await workspace.addTutorial(session, { name: 'One', slug: 'one', order: 1, blocks: [paragraphOf('first words')] })
  two = await workspace.addTutorial(session, { name: 'Two', slug: 'two', order: 2, blocks: [paragraphOf('second words')] })
})
afterEach(() => workspace.stop())

const description = async (id = 'one') => (await academy.get(`/api/tutorials/${id}/content`)).json().data?.description?.html
const names = async () => (await academy.get('/api/sessions/session/tutorials')).json().data?.map(({ name }: { name: string }) => name)
const runs = () => academy.app.sql`select * from content_sync_runs order by started_at`
const setText = (page: string, property: string, content: string) =>
  workspace.setProperties(page, { [property]: { rich_text: content ? [{ text: { content } }] : [] } })

describe('fetches and publishes only changes', () => {
  test('the first run fills an empty mirror, and records what it did', async () => {
    expect((await academy.get('/api/courses/master-course')).statusCode).toBe(404)
    expect(await academy.sync()).toMatchObject({ result: 'done', listed: 4, fetched: 4, published: 4, refused: 0, error: null })
    expect(await description()).toBe('<p>first words</p>')
    expect(await runs()).toMatchObject([{ result: 'done', listed: 4, fetched: 4, published: 4, unpublished: 0, refused: 0, error: null }])
  })

  test('a second run fetches no page again', async () => {
    await academy.sync()
    const report = await academy.sync()
    expect(report).toMatchObject({ result: 'done', listed: 4, fetched: 0, published: 0 })
    // The root page's blocks, and the pages of each database.
    expect(report.requests).toBe(5)
  })

  test('fetches only an edited page, and publishes it at once', async () => {
    await academy.sync()
    expect(await description()).toBe('<p>first words</p>')
    await workspace.advanceClock(120)
    await workspace.append(tutorial, paragraphOf('more words'))
    expect(await academy.sync()).toMatchObject({ fetched: 1, published: 1 })
    await expect.poll(() => description()).toBe('<p>first words</p><p>more words</p>')
    expect(await description('two')).toBe('<p>second words</p>')
  })

  test('publishes a changed mark or name', async () => {
    await academy.sync()
    await workspace.advanceClock(120)
    await workspace.setProperties(session, { Free: { checkbox: false }, Name: { title: [{ text: { content: 'Renamed' } }] } })
    expect(await academy.sync()).toMatchObject({ fetched: 1, published: 1 })
    await expect.poll(async () => (await academy.get('/api/sessions')).json().data[0]).toMatchObject({ name: 'Renamed', free: false })
    expect((await academy.get('/api/tutorials/one/content')).statusCode).toBe(403)
  })

  test('reads a page again that was fetched within the minute of its edit, because Notion rounds edit times, and publishes differences', async () => {
    const now = () => new Date()
    await academy.sync({ now })
    expect(await academy.sync({ now })).toMatchObject({ fetched: 4, published: 0 })
    await workspace.append(tutorial, paragraphOf('within the same minute'))
    expect(await academy.sync({ now })).toMatchObject({ fetched: 4, published: 1 })
    expect(await description()).toContain('within the same minute')
  })

  test('a page that was edited during a run is complete after the next one', async () => {
    await workspace.setFault({ kind: 'slow', delay_ms: 120_000, path: `/blocks/${tutorial.replaceAll('-', '')}`, times: 1 })
    const running = academy.sync({ now: () => new Date() })
    await expect.poll(workspace.faults).toEqual([])
    await workspace.append(tutorial, paragraphOf('edited meanwhile'))
    await workspace.clearFaults()
    expect((await running).result).toBe('done')
    await academy.sync()
    expect(await description()).toBe('<p>first words</p><p>edited meanwhile</p>')
  })

  test('hides a page in the trash, and shows it when it is restored', async () => {
    await academy.sync()
    expect(await names()).toEqual(['One', 'Two'])
    await workspace.trash(tutorial)
    expect(await academy.sync()).toMatchObject({ unpublished: 1 })
    await expect.poll(names).toEqual(['Two'])
    expect((await academy.get('/api/tutorials/one/content')).statusCode).toBe(404)
    expect((await academy.get('/api/tutorials/two/content')).json().data.next).toEqual({ next_tutorial: null, before_tutorial: null })
    await workspace.notion.pages.update({ page_id: tutorial, in_trash: false })
    expect(await academy.sync()).toMatchObject({ fetched: 1, published: 1 })
    await expect.poll(names).toEqual(['One', 'Two'])
  })

  test('uses the Notion id of a page without a slug', async () => {
    await setText(tutorial, 'Slug', '')
    await academy.sync()
    expect(await description(tutorial.replaceAll('-', ''))).toBe('<p>first words</p>')
  })

  test('two pages can swap their slugs', async () => {
    await academy.sync()
    await workspace.advanceClock(120)
    await setText(tutorial, 'Slug', 'two')
    await setText(two, 'Slug', 'one')
    expect(await academy.sync()).toMatchObject({ published: 2, refused: 0 })
    await expect.poll(() => description('one')).toBe('<p>second words</p>')
    expect(await description('two')).toBe('<p>first words</p>')
  })
})

describe('Notion down, slow or strange', () => {
  test('learners are served as before, the run says why it failed, and the next one heals it', async () => {
    await academy.sync()
    let published = '<p>first words</p>'
    expect(await description()).toBe(published)
    const faults = {
      down: { kind: 'down' },
      broken: { kind: 'error', status: 502, path: '/query' },
      'cut off': { kind: 'malformed' },
      'without its pages': { kind: 'error', status: 404, path: '/query' },
    }
    for (const [what, fault] of Object.entries(faults)) {
      await workspace.advanceClock(120)
      await workspace.append(tutorial, paragraphOf(`while it was ${what}`))
      await workspace.setFault(fault)
      const report = await academy.sync()
      expect(report, what).toMatchObject({ result: 'failed', published: 0, unpublished: 0, error: expect.stringMatching(/./) })
      expect(await names(), what).toEqual(['One', 'Two'])
      expect(await description(), what).toBe(published)
      await workspace.clearFaults()
      expect(await academy.sync(), what).toMatchObject({ result: 'done', published: 1 })
      published += `<p>while it was ${what}</p>`
      await expect.poll(() => description()).toBe(published)
    }
    expect((await runs()).map(({ result }) => result)).toEqual(['done', ...Object.keys(faults).flatMap(() => ['failed', 'done'])])
  })

  test('waits as Notion requests, and completes the run', async () => {
    await workspace.setFault({ kind: 'rate_limited', retry_after: 1, times: 3 })
    const started = performance.now()
    expect(await academy.sync()).toMatchObject({ result: 'done', published: 4 })
    expect(performance.now() - started).toBeGreaterThan(900)
  })

  test('keeps published pages of a failed run, and continues from there', async () => {
    await workspace.setFault({ kind: 'malformed', path: `/blocks/${tutorial.replaceAll('-', '')}` })
    expect(await academy.sync()).toMatchObject({ result: 'failed' })
    expect((await academy.get('/api/courses/master-course')).statusCode).toBe(200)
    await workspace.clearFaults()
    expect(await academy.sync()).toMatchObject({ result: 'done' })
    expect(await names()).toEqual(['One', 'Two'])
  })

  test('an empty list of a database withdraws nothing', async () => {
    await academy.sync()
    const { results } = await workspace.notion.dataSources.query({ data_source_id: workspace.dataSources.tutorials })
    for (const page of results) await workspace.trash(page.id)
    expect(await academy.sync()).toMatchObject({
      result: 'held',
      unpublished: 0,
      holds: [{ rule: 'pages_lost', reason: expect.stringContaining('2 of 2 tutorials (100%)') }],
    })
    expect(await names()).toEqual(['One', 'Two'])
  })

  test('reads a renamed database; names a missing one and withdraws nothing', async () => {
    await academy.sync()
    const blocks = await workspace.notion.blocks.children.list({ block_id: workspace.rootPageId })
    const sessions = blocks.results.find((block) => 'child_database' in block && block.child_database.title === 'Sessions')
    await workspace.notion.databases.update({ database_id: sessions?.id ?? '', title: [{ text: { content: 'Chapters' } }] })
    expect(await academy.sync()).toMatchObject({ result: 'done', listed: 4 })
    await workspace.notion.databases.update({ database_id: sessions?.id ?? '', in_trash: true })
    expect(await academy.sync()).toMatchObject({ result: 'failed', error: expect.stringContaining('“Sessions”') })
    expect(await names()).toEqual(['One', 'Two'])
  })
})

test('without disk space for a file the run fails with a reason, published pages stay, and the next run continues', async () => {
  await academy.sync()
  await academy.owner.unsafe(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger refuse before insert on content_files for each row execute function refuse()`)
  await workspace.advanceClock(3600)
  // Its bytes are nothing that a column of text could hold.
  const id = await workspace.upload('paper.pdf', 'application/pdf', Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(1_000)]))
  await workspace.append(tutorial, { pdf: { type: 'file_upload', file_upload: { id } } })
  const error = 'The database could not store it: could not extend file: No space left on device'
  expect(await academy.sync()).toMatchObject({ result: 'failed', error })
  expect((await runs()).at(-1)).toMatchObject({ result: 'failed', error })
  expect(await description()).toBe('<p>first words</p>')
  await academy.owner`drop trigger refuse on content_files`
  expect(await academy.sync()).toMatchObject({ result: 'done', published: 1, error: null })
  await expect.poll(() => description()).toContain('paper.pdf')
})

test('content by an author or a stolen token reaches learners without code that runs', async () => {
  const attack = '<img src=x onerror=alert(1)><script>alert(1)</script>'
  await workspace.addTutorial(session, {
    name: attack,
    slug: 'attack',
    description: attack,
    diagram: { name: 'x.svg', type: 'image/svg+xml', bytes: DIAGRAM },
    video: 'https://evil.example/"onload="alert(1)',
    blocks: [
      paragraphOf(attack),
      { bookmark: { url: 'https://example.com/"onmouseover="alert(1)' } },
      { code: { rich_text: [{ text: { content: `</code></pre>${attack}` } }], language: 'html' } },
      headingOf('Pro tips'),
      { toggle: { rich_text: [{ text: { content: attack } }], children: [{ paragraph: { rich_text: [{ text: { content: attack } }] } }] } },
    ],
  })
  await academy.sync()
  const { data } = (await academy.get('/api/tutorials/attack/content', ADMIN)).json()
  const html = [data.description.html, data.video.html, data.tips[0].parent_html, data.tips[0].children_html].join('')
  expect(html).not.toMatch(/<(?:script|img)/)
  expect(html).not.toMatch(/<[^>]+\son\w+=/)
  expect(html).toContain('&lt;script&gt;')
  // A name is plain text in JSON, which clients show as text.
  expect(data.tutorial_name).toBe(attack)
})
