import { apiError } from '@academy/contract'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN, type MirroredAcademy, startMirroredAcademy } from '../../testing/mirrored-academy.ts'
import { codeOf, fileOf, headingOf, paragraphOf } from '../../testing/notion-workspace.ts'
import { zipOf } from './checkpoint-archive.ts'

const LONG = 'let a = "é"\n'.repeat(160)

let academy: MirroredAcademy
let workspace: MirroredAcademy['workspace']
const pages: Record<string, string> = {}
beforeAll(async () => {
  academy = await startMirroredAcademy({ RATE_LIMIT_ACCOUNT_PER_MINUTE: '1000000' })
  workspace = academy.workspace
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  const add = async (
    slug: string,
    order: number,
    { free = false, blocks = [fileOf('board.js', 'paid words')], heading = 'Checkpoint' } = {},
  ) => {
    pages[slug] = await workspace.addSession(course, { name: slug, slug, order, free, blocks: [headingOf(heading), ...blocks] })
    return pages[slug]
  }
  await add('free', 1, { free: true })
  const mixed = await add('mixed', 2)
  await workspace.addTutorial(mixed, { name: 'Free', slug: 'free-one', free: true })
  await workspace.addTutorial(mixed, { name: 'Paid', slug: 'paid-one', vip: true })
  const gratis = await add('gratis', 3, {
    heading: 'Checkpoint: Signal Board',
    blocks: [fileOf('board.js', LONG), fileOf('src/x.txt', 'x')],
  })
  await workspace.addTutorial(gratis, { name: 'Gratis', slug: 'gratis-one', free: true })
  await add('empty', 4)
  pages.without = await workspace.addSession(course, { name: 'without', slug: 'without', order: 5, blocks: [paragraphOf('my notes')] })
  expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
})
afterAll(() => workspace.stop())

const download = (session: string, user = {}, headers = {}) => academy.get(`/api/sessions/${session}/checkpoint`, user, headers)
const detail = async (session: string) => (await academy.get(`/api/sessions/${session}`)).json().data.checkpoint
const unzipped = (bytes: Buffer) =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, file]) => [path, Buffer.from(file).toString()]))
const warningsOf = async (slug: string): Promise<string[]> =>
  (await academy.get('/api/admin/content', ADMIN))
    .json()
    .data.warnings.flatMap((entry: { title: string; warning: string }) => (entry.title === slug ? [entry.warning] : []))

test('EDITION-15 serves the files of a session as a zip file with one folder', async () => {
  const response = await download('gratis')
  expect([response.statusCode, response.headers['content-type'], response.headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    'attachment; filename="signal-board-session-03.zip"',
  ])
  expect(unzipped(response.rawPayload)).toEqual({
    'signal-board-session-03/board.js': LONG,
    'signal-board-session-03/src/x.txt': 'x\n',
  })
  expect(await detail('gratis')).toEqual({
    file_name: 'signal-board-session-03.zip',
    files: 2,
    size: Buffer.byteLength(LONG) + 2,
    free: true,
  })
  expect(response.rawPayload.length).toBeLessThan(Buffer.byteLength(LONG))
})

test('EDITION-15 the same files give the same bytes in every time zone, and a client with the current file gets 304', async () => {
  const files = [{ path: 'a.js', text: 'a\n' }]
  const there = ['UTC', 'America/New_York', 'Asia/Tokyo'].map((zone) => {
    vi.stubEnv('TZ', zone)
    return zipOf('folder', files).toString('base64')
  })
  vi.unstubAllEnvs()
  expect(new Set(there).size).toBe(1)
  const { headers } = await download('gratis')
  expect(headers['cache-control']).toBe('private, no-cache')
  expect(headers.vary).toContain('Authorization')
  const again = await download('gratis', {}, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})

test('EDITION-16 ACCESS-01 the project is free with the session or with all of its tutorials, and needs the course otherwise', async () => {
  expect([(await detail('free')).free, (await detail('gratis')).free]).toEqual([true, true])
  for (const session of ['free', 'gratis']) expect((await download(session)).statusCode).toBe(200)
  for (const session of ['mixed', 'empty']) {
    const refused = await download(session)
    expect([session, refused.statusCode, apiError.parse(refused.json()).code]).toEqual([session, 403, 'entitlement_required'])
    expect((await detail(session)).free).toBe(false)
    expect((await download(session, ADMIN)).statusCode).toBe(200)
  }
  expect((await academy.app.inject({ url: '/api/sessions/free/checkpoint' })).statusCode).toBe(401)
})

test('EDITION-15 returns null and 404 for a session without a checkpoint, and hides the notes of its author', async () => {
  expect(await detail('without')).toBeNull()
  for (const session of ['without', 'unknown']) expect((await download(session, ADMIN)).statusCode).toBe(404)
  expect((await academy.get('/api/sessions')).body).not.toContain('my notes')
})

test('EDITION-16 lists, search and public pages contain no text of the files', async () => {
  for (const url of ['/api/sessions', '/api/sessions/mixed', '/api/public/courses/master-course', '/api/search?q=paid%20words'])
    expect([url, (await academy.get(url, ADMIN)).body.includes('paid words')]).toEqual([url, false])
})

test('CHECK-02 CHECK-03 serves checks under the rules of the checkpoint, and keeps the previous ones after a mistake', async () => {
  const checks = [{ check: 'file exists', file: 'board.js', success: 'There.', hint: 'secret hint', tutorial: 'free-one' }]
  const read = (session: string, user = {}) => academy.get(`/api/sessions/${session}/checks`, user)
  await workspace.advanceClock(120)
  for (const session of ['free', 'mixed'])
    await workspace.append(pages[session] ?? '', headingOf('Checks'), codeOf(JSON.stringify({ checks })))
  expect(await academy.sync()).toMatchObject({ refused: 0, published: 2 })
  await expect.poll(async () => (await read('free')).json().data?.checks).toEqual({ checks })
  const { digest } = (await read('free')).json().data
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect([(await read('mixed')).statusCode, (await read('mixed', ADMIN)).json().data.digest]).toEqual([403, digest])
  for (const session of ['empty', 'unknown']) expect((await read(session, ADMIN)).statusCode).toBe(404)
  for (const url of ['/api/sessions', '/api/sessions/mixed', '/api/public/courses/master-course', '/api/search?q=secret'])
    expect([url, (await academy.get(url, ADMIN)).body.includes('secret hint')]).toEqual([url, false])

  await workspace.advanceClock(120)
  await workspace.append(pages.free ?? '', codeOf('checks: []'))
  expect(await academy.sync()).toMatchObject({ refused: 0 })
  expect(await warningsOf('free')).toEqual([expect.stringContaining('exactly one code block')])
  expect((await read('free')).json().data.digest).toBe(digest)
})

test('EDITION-14 warns the author about a mistake, and keeps the previous files for learners', async () => {
  const page = pages.gratis ?? ''
  const before = (await download('gratis')).rawPayload
  await workspace.advanceClock(120)
  await workspace.append(page, fileOf('../up.js', 'a'))
  await workspace.setProperties(page, { Description: { rich_text: [{ text: { content: 'New words' } }] } })
  expect(await academy.sync({ kind: 'incremental' })).toMatchObject({ result: 'done', refused: 0, published: 1 })
  await expect.poll(async () => (await academy.get('/api/sessions/gratis')).body).toContain('New words')
  expect((await download('gratis')).rawPayload.equals(before)).toBe(true)
  expect(await warningsOf('gratis')).toEqual([expect.stringContaining('“../up.js” has “.” or “..” in it')])

  const { results } = await workspace.notion.blocks.children.list({ block_id: page })
  await workspace.advanceClock(120)
  await workspace.notion.blocks.delete({ block_id: results.at(-1)?.id ?? '' })
  await workspace.append(page, fileOf('third.js', 'a'))
  expect(await academy.sync({ kind: 'incremental' })).toMatchObject({ published: 1 })
  await expect.poll(async () => (await detail('gratis')).files).toBe(3)
  expect(await warningsOf('gratis')).toEqual([])
})

test('EDITION-14 a new session with a mistake is published without files', async () => {
  const [course = ''] = (await workspace.notion.search({ query: 'Course', filter: { property: 'object', value: 'page' } })).results.map(
    ({ id }) => id,
  )
  await workspace.addSession(course, { name: 'new', slug: 'new', order: 6, blocks: [headingOf('Checkpoint')] })
  expect(await academy.sync()).toMatchObject({ refused: 0, published: 1 })
  await expect.poll(async () => (await academy.get('/api/sessions/new')).statusCode).toBe(200)
  expect(await detail('new')).toBeNull()
  expect(await warningsOf('new')).toHaveLength(1)
})

test('EDITION-13 a session whose section is removed loses its checkpoint', async () => {
  const page = pages.free ?? ''
  const { results } = await workspace.notion.blocks.children.list({ block_id: page })
  await workspace.advanceClock(120)
  for (const { id } of results) await workspace.notion.blocks.delete({ block_id: id })
  expect(await academy.sync()).toMatchObject({ published: 1 })
  await expect.poll(() => detail('free')).toBeNull()
  expect((await academy.get('/api/sessions/free/checks')).statusCode).toBe(404)
})
