import { expect, test } from 'vitest'
import { smallCourse } from './testing/small-course.ts'
import { writes } from './testing/start-workspace.ts'
import { outline, plain, workspaceForEachTest } from './testing/workspace-for-each-test.ts'

const { current, push, pages, editByHand } = workspaceForEachTest()

test('fills an empty workspace with the four databases, all pages and their relations', async () => {
  const log: string[] = []
  expect(await push(smallCourse(), (line) => log.push(line))).toEqual({ created: 9, updated: 0, unchanged: 0 })
  expect(log[0]).toBe('created course.md')
  const [courses, sessions, tutorials] = [await pages('Courses'), await pages('Sessions'), await pages('Tutorials')]
  expect(plain(courses['master-course'], 'Text')).toBe('One.\n\nTwo with code.')
  expect(courses['master-course']?.properties.sessions).toMatchObject({ relation: [{ id: sessions.start?.id }, { id: sessions.more?.id }] })
  expect(tutorials.second?.properties).toMatchObject({
    VIP: { checkbox: true },
    Free: { checkbox: false },
    Order: { number: 2 },
    Duration: { number: 24 },
    Reading: { number: 8 },
    Building: { number: 40 },
    Feedback: { select: { name: 'testimonial' } },
    Video: { url: null },
    Diagram: { files: [{ name: 'map.svg', type: 'file' }] },
    session: { relation: [{ id: sessions.start?.id }] },
  })
  expect(tutorials.first?.properties.Feedback).toMatchObject({ select: null })
  expect(await outline(current().notion, tutorials.first?.id ?? '')).toEqual(['heading_2 Description', 'paragraph Hello you.'])
})

test('EDITION-31 creates a further course as a draft with its product, and leaves its status to the author after that', async () => {
  const { course } = smallCourse()
  const small = { ...course, slug: 'small', name: 'Small', product: 'small_course', draft: true, sessions: [] }
  await push({ ...smallCourse(), furtherCourses: [small] })
  const pushed = async () => (await pages('Courses')).small?.properties
  expect(plain((await pages('Courses')).small, 'Product')).toBe('small_course')
  expect(await pushed()).toMatchObject({ Status: { select: { name: 'Draft' } } })
  expect((await pages('Courses'))['master-course']?.properties.Status).toMatchObject({ select: null })
  await current().notion.pages.update({
    page_id: (await pages('Courses')).small?.id ?? '',
    properties: { Status: { select: { name: 'Published' } } },
  })
  expect(await push({ ...smallCourse(), furtherCourses: [{ ...small, text: 'Changed.' }] })).toMatchObject({ updated: 1 })
  expect(await pushed()).toMatchObject({ Text: { rich_text: [{ plain_text: 'Changed.' }] }, Status: { select: { name: 'Published' } } })
})

test('pushes an uploaded video with its captions below', async () => {
  const clip = { name: 'clip.webm', contentType: 'video/webm', bytes: Buffer.from('not really a film') }
  const body = '## Video\n\n![What the brief is for](./clip.webm)\n\n```vtt\nWEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n```'
  await push(smallCourse({ body, files: { './clip.webm': clip } }))
  const { first } = await pages('Tutorials')
  const { results } = await current().notion.blocks.children.list({ block_id: first?.id ?? '' })
  expect(results).toMatchObject([
    { type: 'heading_2' },
    { type: 'video', video: { type: 'file', caption: [{ plain_text: 'What the brief is for' }] } },
    { type: 'code', code: { language: 'plain text', rich_text: [{ plain_text: expect.stringContaining('WEBVTT') }] } },
  ])
  const { video } = results[1] as unknown as { video: { file: { url: string } } }
  expect((await fetch(video.file.url)).headers.get('content-type')).toBe('video/webm')
})

test('EDITION-13 CHECK-01 pushes the checkpoint and the checks of a session as code blocks with the path as caption, also a long file', async () => {
  await push()
  const { start, more } = await pages('Sessions')
  const blocksOf = async (id = '') => (await current().notion.blocks.children.list({ block_id: id })).results
  const blocks = await blocksOf(start?.id)
  expect(blocks).toMatchObject([
    { type: 'heading_2', heading_2: { rich_text: [{ plain_text: 'Checkpoint: Small Board' }] } },
    { type: 'code', code: { language: 'javascript', caption: [{ plain_text: 'src/board.js' }] } },
    { type: 'heading_2', heading_2: { rich_text: [{ plain_text: 'Checks' }] } },
    { type: 'code', code: { language: 'yaml', rich_text: [{ plain_text: 'checks:\n  - check: file exists' }] } },
  ])
  const { code } = blocks[1] as unknown as { code: { rich_text: { plain_text: string }[] } }
  expect(code.rich_text.map(({ plain_text }) => plain_text.length)).toEqual([2000, 2000, 499])
  expect(`${code.rich_text.map(({ plain_text }) => plain_text).join('')}\n`).toBe('let a = 1\n'.repeat(450))
  expect(await blocksOf(more?.id)).toEqual([])
})

test('keeps the checkpoint in Notion that was removed from the Markdown, and tells the operator', async () => {
  await push()
  const content = smallCourse()
  content.course.sessions = content.course.sessions.map((session) => ({ ...session, checkpoint: null, checks: null }))
  const log: string[] = []
  expect(await push(content, (line) => log.push(line))).toMatchObject({ updated: 1 })
  expect(log).toContain('kept the text of "start" in Sessions, which has none in its Markdown: delete it in Notion if it is outdated')
  expect(await outline(current().notion, (await pages('Sessions')).start?.id ?? '')).toHaveLength(4)
})

test('Notion returns files unchanged', async () => {
  await push()
  const { third } = await pages('Tutorials')
  const { results } = await current().notion.blocks.children.list({ block_id: third?.id ?? '' })
  const image = results[1] as { image?: { file?: { url: string }; caption?: { plain_text: string }[] } }
  expect(image.image?.caption?.[0]?.plain_text).toBe('A picture of a map')
  const response = await fetch(image.image?.file?.url ?? '')
  expect(response.headers.get('content-type')).toContain('image/svg+xml')
  expect(await response.text()).toContain('<title>picture</title>')
})

test('a second push finds everything unchanged and writes nothing', async () => {
  await push()
  current().calls.length = 0
  expect(await push()).toEqual({ created: 0, updated: 0, unchanged: 9 })
  expect(writes(current().calls)).toEqual([])
})

test('changed Markdown rewrites only its page, under the same id', async () => {
  await push()
  const before = await pages('Tutorials')
  expect(await push(smallCourse({ body: '## Description\n\nBye.', name: 'Renamed' }))).toEqual({ created: 0, updated: 1, unchanged: 8 })
  const after = await pages('Tutorials')
  expect(after.first?.id).toBe(before.first?.id)
  expect(plain(after.first, 'Name')).toBe('Renamed')
  expect(await outline(current().notion, after.first?.id ?? '')).toEqual(['heading_2 Description', 'paragraph Bye.'])
})

test('a reader sees an emptied page during one request only', async () => {
  await push()
  current().calls.length = 0
  await push(smallCourse({ body: '## Description\n\nBye.' }))
  expect(writes(current().calls).map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, ':id')}`)).toEqual([
    'PATCH /pages/:id',
    'PATCH /blocks/:id/children',
    'PATCH /pages/:id',
  ])
})

test("keeps an author's edits in Notion until the Markdown changes", async () => {
  await push()
  const { first } = await pages('Tutorials')
  await editByHand(first)
  expect(await push()).toMatchObject({ unchanged: 9 })
  expect(await outline(current().notion, first?.id ?? '')).toContain('paragraph By hand')
})

test('removes a diagram from Notion that was removed from the Markdown', async () => {
  const diagram = { name: 'a.svg', contentType: 'image/svg+xml', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
  await push(smallCourse({ diagram }))
  expect(await push(smallCourse())).toMatchObject({ updated: 1 })
  expect((await pages('Tutorials')).first?.properties.Diagram).toMatchObject({ files: [] })
})

test('creates a deleted page again, and connects the pages below it to the new one', async () => {
  await push()
  const { start } = await pages('Sessions')
  await editByHand((await pages('Tutorials')).first)
  await current().notion.pages.update({ page_id: start?.id ?? '', in_trash: true })
  expect(await push()).toEqual({ created: 1, updated: 2, unchanged: 6 })
  const again = await pages('Sessions')
  const { first } = await pages('Tutorials')
  expect(first?.properties.session).toMatchObject({ relation: [{ id: again.start?.id }] })
  expect(await outline(current().notion, first?.id ?? '')).toContain('paragraph By hand')
})

test('PUSH-01 invalid content changes nothing, and all problems are listed at once', async () => {
  await push()
  const before = await outline(current().notion, (await pages('Tutorials')).first?.id ?? '')
  const broken = smallCourse({ body: '## Description\n\nNew words.\n\n![A map](./gone.svg)' })
  const [one, two, three] = broken.library
  if (!one || !two || !three) throw new Error('the small course has three items')
  broken.library = [
    { ...one, tags: ['Data, or not'] },
    { ...two, related: ['four'] },
    { ...three, slug: 'one', related: [], body: '<b>raw</b>' },
  ]
  current().calls.length = 0
  const error: unknown = await push(broken).catch((thrown: unknown) => thrown)
  const [heading, ...lines] = String(error).split('\n')
  expect(heading).toBe('CommandError: Nothing was written. The content has mistakes:')
  expect(lines.map((line) => line.trim())).toEqual([
    'sessions/01-start/first.md: there is no file "./gone.svg"',
    'library/one.md: the tag "Data, or not" should have 1 to 100 characters and no comma',
    'library/three.md: library/one.md has the same slug "one"',
    expect.stringMatching(/^library\/three\.md: Notion.s text cannot contain Markdown of the kind "html"/),
    'library/one.md: it relates to a page that does not exist (three)',
    'library/two.md: it relates to a page that does not exist (four)',
  ])
  expect(current().calls).toEqual([])
  expect(await outline(current().notion, (await pages('Tutorials')).first?.id ?? '')).toEqual(before)
})

test('PUSH-01 reports a contradictory workspace before the first page changes', async () => {
  await push()
  const { two } = await pages('Library')
  await current().notion.pages.update({ page_id: two?.id ?? '', properties: { Slug: { rich_text: [{ text: { content: 'one' } }] } } })
  current().calls.length = 0
  await expect(push(smallCourse({ body: '## Description\n\nBye.' }))).rejects.toThrow(
    'Two pages of the database "Library" have the slug "one"',
  )
  expect(writes(current().calls)).toEqual([])
})
