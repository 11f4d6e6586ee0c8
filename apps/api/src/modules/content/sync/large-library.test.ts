import { callControl } from '@academy/standins'
import { afterAll, expect, test } from 'vitest'
import { ADMIN, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { codeOf, headingOf, paragraphOf } from '../../../testing/notion-workspace.ts'

/** Seven pages of each listing. */
const COUNT = 650
/** The root page, and each hundred pages of each database. The first run also looks into the four databases. */
const LISTING = 1 + 3 + Math.ceil(COUNT / 100)

const academy = await startMirroredAcademy()
const { workspace } = academy
await workspace.addCourse({ name: 'Course', slug: 'master-course' })
const original = await workspace.addResource({
  name: 'Brief',
  tags: ['Planning'],
  blocks: [headingOf('Prompt'), codeOf('You are careful.')],
})
await callControl(workspace.standins.notionBaseUrl, 'POST', '/control/copies', { page_id: original, count: COUNT - 1 })
afterAll(() => academy.workspace.stop())

const publicId = () => original.replaceAll('-', '')

test('LIB-09 mirrors 650 resources, then reads only edited ones and hides deleted ones', async () => {
  const { sync } = academy
  expect(await sync()).toMatchObject({
    result: 'done',
    listed: COUNT + 1,
    published: COUNT + 1,
    refused: 0,
    requests: LISTING + 4 + COUNT + 1,
  })
  const { results } = (await academy.get('/api/library', ADMIN)).json().data
  expect(new Set(results.map(({ id }: { id: string }) => id)).size).toBe(COUNT)
  const { html } = (await academy.get(`/api/library/${results.at(-1).id}/prompt`, ADMIN)).json().data
  expect(html).toContain('You are careful.')

  await workspace.advanceClock(3_600)
  await workspace.append(original, paragraphOf('And patient.'))
  expect(await sync()).toMatchObject({ result: 'done', fetched: 1, published: 1, requests: LISTING + 1 })
  await workspace.trash(original)
  expect(await sync()).toMatchObject({ fetched: 0, unpublished: 1, requests: LISTING })
  await expect.poll(async () => (await academy.get(`/api/library/${publicId()}/prompt`, ADMIN)).statusCode).toBe(404)
})
