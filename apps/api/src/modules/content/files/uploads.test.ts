import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ADMIN, type MirroredAcademy, startMirroredAcademy } from '../../../testing/mirrored-academy.ts'
import { headingOf } from '../../../testing/notion-workspace.ts'
import { copyFile } from './copy-file.ts'
import { downloadName, fileNameFromUrl } from './file-name.ts'
import { downloadType, soundType } from './file-type.ts'
import { measureFile } from './save-file.ts'

const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(2_000, 1)])
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_491, 32)])

let academy: MirroredAcademy
beforeAll(async () => {
  academy = await startMirroredAcademy()
  const { workspace } = academy
  const upload = async (name: string, type: string, bytes: Buffer) => ({ file_upload: { id: await workspace.upload(name, type, bytes) } })
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  const session = await workspace.addSession(course, { name: 'Session', slug: 'session' })
  await workspace.addTutorial(session, {
    name: 'Locked',
    slug: 'locked',
    blocks: [
      headingOf('Tools'),
      { audio: await upload('talk.mp3', 'audio/mpeg', mp3) },
      { pdf: await upload('the plan.pdf', 'application/pdf', pdf) },
      { file: await upload('notes.txt', 'text/plain', Buffer.from('notes')) },
    ],
  })
  const resource = { name: 'Sheet', slug: 'sheet', blocks: [{ file: await upload('sheet.pdf', 'application/pdf', pdf) }] }
  await workspace.addResource(resource)
  await workspace.addTutorial(session, {
    name: 'No sound',
    slug: 'no-sound',
    blocks: [{ audio: await upload('a.mp3', 'audio/mpeg', Buffer.from('<html>')) }],
  })
  await workspace.addTutorial(session, { name: 'No PDF', slug: 'no-pdf', blocks: [{ pdf: await upload('a.pdf', 'application/pdf', mp3) }] })
  expect(await academy.sync()).toMatchObject({ result: 'done', refused: 0 })
})
afterAll(() => academy.workspace.stop())

const toolsOf = async () => (await academy.get('/api/tutorials/locked/content', ADMIN)).json().data.tools.html as string
const urlsIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="(\/api\/files[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))

describe('uploaded sounds, PDFs and files', () => {
  test('TUT-15 those of a locked tutorial come with a key: the sound plays, also from its middle, and the PDF is saved', async () => {
    const html = await toolsOf()
    expect(html).toMatch(/<audio src="\/api\/files\/[0-9a-f]{64}\?key=[^"]+" controls preload="metadata" aria-label="talk\.mp3"><\/audio>/)
    expect(html).toMatch(/<a href="\/api\/files\/[0-9a-f]{64}\?key=[^"]+" download="the plan\.pdf">the plan\.pdf<\/a> \(1\.5 kB\)/)
    const [sound = '', paper = ''] = urlsIn(html)
    const part = await academy.app.inject({ url: sound, headers: { range: 'bytes=100-199' } })
    expect([part.statusCode, part.headers['content-type'], part.rawPayload.equals(mp3.subarray(100, 200))]).toEqual([
      206,
      'audio/mpeg',
      true,
    ])
    const saved = await academy.app.inject(paper)
    expect(saved.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    expect(saved.rawPayload.equals(pdf)).toBe(true)
    for (const url of [sound, paper]) expect((await academy.app.inject(url.split('?')[0] ?? '')).statusCode).toBe(404)
  })

  test.each([
    ['locked', 'An uploaded file is missing: It is neither PDF, sound, video nor picture.'],
    ['no-sound', 'An uploaded sound is missing: It is none of MP3'],
    ['no-pdf', 'An uploaded PDF is missing: It is not a PDF.'],
  ])('a file that cannot be copied leaves a placeholder on the page, and a warning for the author (%s)', async (slug, message) => {
    const { data } = (await academy.get(`/api/tutorials/${slug}/content`, ADMIN)).json()
    expect(JSON.stringify(data)).toContain('A file is missing here.')
    const [row] = await academy.app.sql`select warnings from content_tutorials where public_id = ${slug}`
    expect(row?.warnings).toEqual([{ rule: 'file_type', message: expect.stringContaining(message), block_id: expect.any(String) }])
  })

  test('a file of the Prompt Library is a download too', async () => {
    const { html } = (await academy.get('/api/library/sheet/prompt', ADMIN)).json().data
    const [url = ''] = urlsIn(html)
    expect((await academy.app.inject(url)).rawPayload.equals(pdf)).toBe(true)
  })
})

test('refuses a file that is too large to copy, and fetches one again after its server failed', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/large') response.end(Buffer.concat([pdf, Buffer.alloc(25 * 1024 * 1024)]))
    else response.writeHead(503).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const options = { trustedOrigin: origin, signal: new AbortController().signal, cleanSvg: async () => undefined, saveFile: measureFile }
  await expect(copyFile('download', `${origin}/large`, options)).rejects.toMatchObject({ rule: 'file_too_large' })
  await expect(copyFile('download', `${origin}/failing`, options)).rejects.toMatchObject({ rule: 'file_unreachable', mayPassLater: true })
})

test('detects the type of sounds and downloads by their bytes', () => {
  const bytes = (hex: string, rest = '') => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(rest)])
  const sounds: [Buffer, string | undefined][] = [
    [mp3, 'audio/mpeg'],
    [bytes('fffb9064'), 'audio/mpeg'],
    [bytes('fff15080'), 'audio/aac'],
    [bytes('', 'OggS\u0000'), 'audio/ogg'],
    [bytes('', 'RIFF\u0000\u0000\u0000\u0000WAVEfmt '), 'audio/wav'],
    [bytes('00000020', 'ftypM4A '), 'audio/mp4'],
    [bytes('', 'RIFF\u0000\u0000\u0000\u0000WEBPVP8 '), undefined],
    [bytes('fffe3c00', '<html>'), undefined],
    [bytes('ffd8ffe0'), undefined],
    [bytes('00000020', 'ftypisom'), undefined],
    [Buffer.alloc(0), undefined],
  ]
  for (const [file, type] of sounds) expect([file.toString('hex').slice(0, 24), soundType(file)]).toEqual([expect.any(String), type])
  expect(['%PDF-1.7', 'GIF89a'].map((text) => downloadType(Buffer.from(text)))).toEqual(['application/pdf', 'image/gif'])
  for (const other of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', ' %PDF-', 'PK\u0003\u0004', 'MZ'])
    expect([other, downloadType(Buffer.from(other))]).toEqual([other, undefined])
})

test('a download has the author’s file name with the ending of its type', () => {
  expect(fileNameFromUrl('https://files.example/1/The%20plan.pdf?signature=x')).toBe('The plan.pdf')
  expect([fileNameFromUrl('https://files.example/%E0%A4%A'), fileNameFromUrl('no URL')]).toEqual(['%E0%A4%A', ''])
  const names = ['plan.PDF', 'plan.exe', '../../etc/passwd', 'a\u202efdp.exe', '', `${'x'.repeat(300)}.pdf`]
  expect(names.map((name) => downloadName(name, 'application/pdf'))).toEqual([
    'plan.PDF',
    'plan.exe.pdf',
    'etc-passwd.pdf',
    'a fdp.exe.pdf',
    'file.pdf',
    `${'x'.repeat(100)}.pdf`,
  ])
})
