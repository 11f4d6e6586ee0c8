import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MirroredAcademy, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { paragraphOf } from '../../../testing/notion-workspace.ts'

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
const runs = () => academy.app.sql`select * from content_sync_runs order by started_at`
const setText = (page: string, property: string, content: string) =>
  workspace.setProperties(page, { [property]: { rich_text: content ? [{ text: { content } }] : [] } })

describe('refuses an invalid page with rule and reason, and keeps its last good version', () => {
  const refusal = (page_id: string, rule: string, reason = '') => ({
    page_id: page_id.replaceAll('-', ''),
    rule,
    reason: expect.stringContaining(reason),
    url: expect.stringContaining('http'),
  })

  test('keeps the last good version, does not read the page again unchanged, and accepts it once it is corrected', async () => {
    await academy.sync()
    await workspace.advanceClock(120)
    await workspace.append(tutorial, paragraphOf('more'))
    let parent = tutorial
    for (let level = 0; level < 21; level += 1) {
      const { results } = await workspace.notion.blocks.children.append({ block_id: parent, children: [{ toggle: { rich_text: [] } }] })
      parent = results[0]?.id ?? ''
    }
    expect(await academy.sync()).toMatchObject({ refused: 1, refusals: [refusal(tutorial, 'page_too_deep', 'nested')] })
    expect((await runs()).at(-1)).toMatchObject({ refused: 1, refusals: [{ title: 'One', kind: 'tutorial', rule: 'page_too_deep' }] })
    expect(await description()).toBe('<p>first words</p>')
    expect(await academy.sync()).toMatchObject({ refused: 1, fetched: 0 })

    await workspace.advanceClock(120)
    const blocks = await workspace.notion.blocks.children.list({ block_id: tutorial })
    await workspace.notion.blocks.delete({ block_id: blocks.results.at(-1)?.id ?? '' })
    expect(await academy.sync()).toMatchObject({ refused: 0, published: 1 })
    await expect.poll(() => description()).toBe('<p>first words</p><p>more</p>')
    expect(await academy.app.sql`select * from content_refusals`).toEqual([])
  })

  test('refuses a slug of another page until it is free', async () => {
    await academy.sync()
    const copy = await workspace.addTutorial(session, { name: 'Copy', slug: 'one', blocks: [paragraphOf('a copy')] })
    expect(await academy.sync()).toMatchObject({ refusals: [refusal(copy, 'slug_taken', '“One”')] })
    expect(await description()).toBe('<p>first words</p>')
    await workspace.trash(tutorial)
    expect(await academy.sync()).toMatchObject({ refused: 0, unpublished: 1, published: 1 })
    await expect.poll(() => description()).toBe('<p>a copy</p>')
  })

  test('a refused page keeps the slug of its published version, and copies of it are refused', async () => {
    await academy.sync()
    await workspace.advanceClock(120)
    await workspace.setProperties(tutorial, { Name: { title: [] } })
    await setText(two, 'Slug', 'one')
    const copy = await workspace.addTutorial(session, { name: 'Copy', slug: 'one', blocks: [paragraphOf('a copy')] })
    const copyOfTwo = await workspace.addTutorial(session, { name: 'Copy of two', slug: 'two', blocks: [paragraphOf('a copy')] })
    const { refusals } = await academy.sync()
    expect(refusals).toHaveLength(4)
    expect(refusals).toEqual(
      expect.arrayContaining([
        expect.objectContaining(refusal(tutorial, 'name_missing')),
        expect.objectContaining(refusal(two, 'slug_taken', 'The slug “one” belongs to the page “One”')),
        expect.objectContaining(refusal(copy, 'slug_taken', 'The slug “one” belongs to the page “One”')),
        expect.objectContaining(refusal(copyOfTwo, 'slug_taken', 'The slug “two” belongs to the page “Two”')),
      ]),
    )
    expect(await description('one')).toBe('<p>first words</p>')
    expect(await description('two')).toBe('<p>second words</p>')
  })

  test('refuses an invalid slug, a missing name, a missing or deleted parent, and an invalid duration', async () => {
    const invalid = await workspace.addTutorial(session, { name: 'A', slug: 'with space' })
    const nameless = await workspace.addTutorial(session, { name: '' })
    const invisible = await workspace.addTutorial(session, { name: '\u3164' })
    const orphan = await workspace.addTutorial(undefined, { name: 'C' })
    const endless = await workspace.addTutorial(session, { name: 'D', duration: -1 })
    const lost = await workspace.addSession(undefined, { name: 'E' })
    const deletedSession = await workspace.addSession(course, { name: 'F' })
    const ofDeleted = await workspace.addTutorial(deletedSession, { name: 'G' })
    await workspace.setProperties(ofDeleted, { session: { relation: [{ id: deletedSession }] } })
    const { refusals } = await academy.sync()
    expect(Object.fromEntries(refusals.map(({ page_id, rule }) => [page_id, rule]))).toEqual({
      [invalid.replaceAll('-', '')]: 'slug_invalid',
      [nameless.replaceAll('-', '')]: 'name_missing',
      [invisible.replaceAll('-', '')]: 'name_missing',
      [orphan.replaceAll('-', '')]: 'session_missing',
      [endless.replaceAll('-', '')]: 'duration_invalid',
      [lost.replaceAll('-', '')]: 'course_missing',
    })
    await workspace.trash(deletedSession)
    const waitingRun = await academy.sync()
    const after = await academy.sync({ confirmed: waitingRun.confirmation_key ?? '' })
    expect(after.refusals.map(({ rule }) => rule)).toContainEqual(expect.stringMatching(/^session_(gone|missing)$/))
  })

  test('publishes the other pages while Notion answers one of them with an error, and that page in a later run', async () => {
    const resource = await workspace.addResource({ name: 'Resource', slug: 'resource' })
    await academy.sync()
    await workspace.advanceClock(120)
    await workspace.append(tutorial, paragraphOf('more'))
    await workspace.append(resource, paragraphOf('more'))
    await workspace.setFault({ kind: 'error', status: 500, path: `/blocks/${tutorial.replaceAll('-', '')}` })
    expect(await academy.sync()).toMatchObject({
      result: 'failed',
      error: expect.stringContaining('“One”'),
      published: 1,
      refusals: [refusal(tutorial, 'page_failed')],
    })
    expect(await description()).toBe('<p>first words</p>')
    await workspace.clearFaults()
    expect(await academy.sync()).toMatchObject({ result: 'done', published: 1, refused: 0 })
    await expect.poll(() => description()).toBe('<p>first words</p><p>more</p>')
  })

  test('publishes nothing if a property was renamed', async () => {
    await academy.sync()
    await workspace.advanceClock(120)
    await workspace.notion.dataSources.update({ data_source_id: workspace.dataSources.tutorials, properties: { Free: { name: 'Gratis' } } })
    await workspace.append(tutorial, paragraphOf('more'))
    const report = await academy.sync()
    expect(report.refusals.map(({ rule }) => rule)).toEqual(['property_missing', 'property_missing'])
    expect(report.refusals[0]?.reason).toContain('“Free”')
    expect(await description()).toBe('<p>first words</p>')
  })
})
