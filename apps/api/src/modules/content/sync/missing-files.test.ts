import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMIN, type MirroredAcademy, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { paragraphOf } from '../../../testing/notion-workspace.ts'

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
let session: string
beforeEach(async () => {
  academy = await startMirroredAcademy()
  workspace = academy.workspace
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  session = await workspace.addSession(course, { name: 'Session', slug: 'session', free: true })
})
afterEach(() => workspace.stop())

const pngOf = (width: number) =>
  sharp({ create: { width, height: 10, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
const uploadedPicture = async (bytes: Buffer) => ({ image: { file_upload: { id: await workspace.upload('a.png', 'image/png', bytes) } } })
const contentOf = async (slug: string) => (await academy.get(`/api/tutorials/${slug}/content`, ADMIN)).json().data
const warningsOf = async (slug: string) =>
  (await academy.app.sql`select warnings from content_tutorials where public_id = ${slug}`)[0]?.warnings

test('shows a placeholder for a bad picture, and warns the author', async () => {
  await workspace.addTutorial(session, {
    name: 'One',
    slug: 'one',
    diagram: { name: 'x.png', type: 'image/png', bytes: Buffer.from('no picture') },
    blocks: [
      paragraphOf('before'),
      await uploadedPicture(Buffer.from('no picture')),
      { image: { external: { url: 'https://127.0.0.1/secret.png' }, caption: [{ text: { content: 'The plan' } }] } },
      await uploadedPicture(await pngOf(3_000)),
      paragraphOf('after'),
    ],
  })
  expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
  const { description, diagram_url } = await contentOf('one')
  expect(description.html).toMatch(
    /^<p>before<\/p><figure><p class="missing-file">A picture is missing here\.<\/p><\/figure><figure><p class="missing-file">A picture is missing here\.<\/p><figcaption>The plan<\/figcaption><\/figure><figure><img src="[^"]+" alt="" width="2000" height="7" loading="lazy" decoding="async" \/><\/figure><p>after<\/p>$/,
  )
  expect(diagram_url ?? null).toBeNull()
  expect(await warningsOf('one')).toEqual([
    { rule: 'file_type', message: 'The picture in “Diagram” is missing: It is none of PNG, JPEG, GIF, WebP, AVIF or SVG.' },
    { rule: 'file_type', message: expect.stringContaining('A picture is missing: It is none of PNG'), block_id: expect.any(String) },
    { rule: 'file_address', message: expect.stringContaining('private address'), block_id: expect.any(String) },
  ])
})

test('fetches a picture again in the next run after its server failed, without an edit of the page', async () => {
  await workspace.addTutorial(session, { name: 'One', slug: 'one', blocks: [await uploadedPicture(await pngOf(20))] })
  await workspace.setFault({ kind: 'error', status: 503, path: '/files/' })
  await academy.sync()
  expect((await contentOf('one')).description.html).toContain('A picture is missing here.')
  expect(await warningsOf('one')).toMatchObject([{ rule: 'file_unreachable' }])
  await workspace.clearFaults()
  expect(await academy.sync({ kind: 'incremental' })).toMatchObject({ result: 'done', published: 1 })
  await expect.poll(async () => (await contentOf('one')).description.html).toContain('<img src="/api/files/')
  expect(await academy.sync({ kind: 'incremental' })).toMatchObject({ fetched: 0 })
})
