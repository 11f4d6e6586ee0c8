import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, type MirroredAcademy, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { headingOf } from '../../../testing/notion-workspace.ts'
import { videoType } from './file-type.ts'

/** The first bytes of a WebM file, and enough after them to ask for parts. */
const webm = (seed: string): Buffer =>
  Buffer.concat([Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'), Buffer.from(seed.repeat(2_000))])
const mp4 = (brand: string): Buffer => Buffer.concat([Buffer.from([0, 0, 0, 32]), Buffer.from(`ftyp${brand}`), Buffer.alloc(40)])

const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello.'
const intro = webm('intro')
const lesson = webm('lesson')

let academy: MirroredAcademy
beforeAll(async () => {
  academy = await startMirroredAcademy()
  const { workspace } = academy
  const clip = async (bytes: Buffer) => ({ video: { file_upload: { id: await workspace.upload('clip.webm', 'video/webm', bytes) } } })
  const captions = { code: { rich_text: [{ text: { content: VTT } }], language: 'plain text' as const } }
  const course = await workspace.addCourse({
    name: 'Course',
    slug: 'master-course',
    blocks: [headingOf('Video'), await clip(intro), captions],
  })
  const session = await workspace.addSession(course, { name: 'Session', slug: 'session' })
  await workspace.addTutorial(session, { name: 'Locked', slug: 'locked', blocks: [headingOf('Video'), await clip(lesson), captions] })
  await workspace.addTutorial(session, {
    name: 'Broken',
    slug: 'broken',
    blocks: [headingOf('Video'), await clip(Buffer.from('no video'))],
  })
  expect(await academy.sync()).toMatchObject({ result: 'done', published: 4, refused: 0 })
})
afterAll(() => academy.workspace.stop())

const urlsIn = (html: string): string[] =>
  [...html.matchAll(/<(?:video|track) src="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

describe('uploaded videos', () => {
  test('a video that cannot be played leaves a placeholder on the page, and a warning for the author', async () => {
    const { data } = (await academy.get('/api/tutorials/broken/content', ADMIN)).json()
    expect(data.video.html).toBe('<figure><p class="missing-file">A video is missing here.</p></figure>')
    const [row] = await academy.app.sql`select warnings from content_tutorials where public_id = 'broken'`
    expect(row?.warnings).toMatchObject([{ rule: 'file_type', message: 'An uploaded video is missing: It is neither MP4 nor WebM.' }])
  })

  test('COURSE-08 the intro of a course plays from our own copy, with captions, by its URL alone', async () => {
    const { html } = (await academy.get('/api/courses/master-course/video')).json().data
    const [video = '', track = ''] = urlsIn(html)
    expect([video, track]).toEqual([`/api/files/${hashOf(intro)}`, `/api/files/${hashOf(`${VTT}\n`)}`])
    const response = await academy.app.inject(video)
    expect(response.headers).toMatchObject({
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(response.rawPayload.equals(intro)).toBe(true)
    const captions = await academy.app.inject(track)
    expect([captions.headers['content-type'], captions.payload]).toEqual(['text/vtt; charset=utf-8', `${VTT}\n`])
    expect(html).not.toContain('WEBVTT')
  })

  test('serves the parts that players request', async () => {
    const [video = ''] = urlsIn((await academy.get('/api/courses/master-course/video')).json().data.html)
    const ask = (headers: Record<string, string>) => academy.app.inject({ url: video, headers })
    const part = await ask({ range: 'bytes=100-199' })
    expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      `bytes 100-199/${intro.length}`,
      '100',
    ])
    expect(part.rawPayload.equals(intro.subarray(100, 200))).toBe(true)
    const end = await ask({ range: 'bytes=-10', 'if-range': String(part.headers.etag) })
    expect([end.statusCode, end.rawPayload.equals(intro.subarray(-10))]).toEqual([206, true])
    const changed = await ask({ range: 'bytes=0-9', 'if-range': '"another"' })
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, intro.length])
    const beyond = await ask({ range: `bytes=${intro.length}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${intro.length}`])
  })

  test('TUT-15 the video and the captions of a locked tutorial need the key in their URL', async () => {
    expect((await academy.get('/api/tutorials/locked/content')).statusCode).toBe(403)
    const { html } = (await academy.get('/api/tutorials/locked/content', ADMIN)).json().data.video
    const [video = '', track = ''] = urlsIn(html)
    expect(video).toMatch(new RegExp(`^/api/files/${hashOf(lesson)}\\?key=`))
    const response = await academy.app.inject({ url: video, headers: { range: 'bytes=0-3' } })
    expect([response.statusCode, response.headers['cache-control']]).toEqual([206, 'private, max-age=31536000, immutable'])
    expect((await academy.app.inject(video.split('?')[0] ?? '')).statusCode).toBe(404)
    expect(track).toContain('?key=')
  })
})

test('detects the type of a video by its bytes', () => {
  for (const brand of ['isom', 'mp42', 'avc1', 'M4V ']) expect([brand, videoType(mp4(brand))]).toEqual([brand, 'video/mp4'])
  for (const brand of ['avif', 'qt  ', 'M4A ', 'heic', '\u0000\u0000\u0000\u0000'])
    expect([brand, videoType(mp4(brand))]).toEqual([brand, undefined])
  expect(videoType(intro)).toBe('video/webm')
  const matroska = Buffer.from(intro.toString('latin1').replace('webm', 'matr'), 'latin1')
  for (const other of [matroska, Buffer.from('<html><script>alert(1)</script>'), Buffer.alloc(0), Buffer.from('GIF89a')]) {
    expect(videoType(other)).toBeUndefined()
  }
})
