import { expect, test } from 'vitest'
import { block, external, text } from '../../../testing/notion-blocks.ts'
import { renderBlocks } from '../../../testing/render-blocks.ts'
import type { BlockNode } from './block-node.ts'
import { sizeText } from './media.ts'
import type { CopiedUpload } from './render-context.ts'

const picture = `/api/files/${'a'.repeat(64)}`
const clip = `/api/files/${'c'.repeat(64)}`
let captions: string | undefined
let upload: CopiedUpload | undefined
const warnings: string[] = []

async function render(...nodes: BlockNode[]): Promise<string> {
  warnings.length = 0
  return await renderBlocks(nodes, {
    imageOf: () => ({ src: picture, size: { width: 1200, height: 800 } }),
    videoOf: () => ({ src: clip, captions }),
    uploadOf: () => upload,
    warn: (rule) => void warnings.push(rule),
  })
}

/** An upload as Notion answers it, at a URL that expires within the hour. */
const uploaded = (name: string, caption = '') => ({
  type: 'file' as const,
  file: { url: `https://files.example/${name}?expires=1`, expiry_time: '2026-11-20T11:00:00.000Z' },
  caption: caption ? [text(caption)] : [],
})

test('COURSE-17 a video page of an allowed host becomes a player, built from the id alone', async () => {
  const player = async (url: string) => /<iframe src="([^"]+)"/.exec(await render(block('video', external(url))))?.[1]
  expect(await player('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s')).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&amp;start=42',
  )
  expect(await player('https://youtu.be/dQw4w9WgXcQ')).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0')
  expect(await player('https://www.youtube.com/shorts/dQw4w9WgXcQ')).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0')
  expect(await player('https://vimeo.com/76979871/0a1b2c3d4e')).toBe('https://player.vimeo.com/video/76979871?dnt=1&amp;h=0a1b2c3d4e')
  expect(await player('https://player.vimeo.com/video/76979871?h=0a1b2c3d4e')).toBe(
    'https://player.vimeo.com/video/76979871?dnt=1&amp;h=0a1b2c3d4e',
  )
  expect(await player(`https://www.loom.com/share/${'0a'.repeat(16)}?sid=1`)).toBe(`https://www.loom.com/embed/${'0a'.repeat(16)}`)
  expect(await player('https://stream.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe.m3u8')).toBe(
    'https://player.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe',
  )
  for (const url of [
    'https://evil.example/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/embed/dQw4w9WgXcQ',
    'https://youtu.be:8443/dQw4w9WgXcQ',
  ]) {
    expect(await render(block('embed', { url, caption: [] }))).toMatch(/^<p><a href="https:\/\/[^"]+" target="_blank"/)
  }
})

test.each([
  ['t=90', '&amp;start=90'],
  ['t=90s', '&amp;start=90'],
  ['t=1m30s', '&amp;start=90'],
  ['t=1h2m3s', '&amp;start=3723'],
  ['t=2m', '&amp;start=120'],
  ['start=42', '&amp;start=42'],
  ['t=0', ''],
  ['t=soon', ''],
  ['t=1m30x', ''],
])('COURSE-17 a YouTube video with “%s” starts there', async (query, start) => {
  const html = await render(block('video', external(`https://youtu.be/dQw4w9WgXcQ?${query}`)))
  expect(html).toContain(`<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0${start}"`)
})

test('a playlist of YouTube is a link, and its author is warned', async () => {
  const url = 'https://www.youtube.com/embed/videoseries?list=PL0123456789'
  expect(await render(block('embed', { url, caption: [] }))).toMatch(/^<p><a href="https:\/\/www\.youtube\.com\/embed\/videoseries/)
  expect(warnings).toEqual(['embed_as_link'])
})

test('renders external videos, embeds and bookmarks as links with their caption or host', async () => {
  expect(await render(block('video', external('https://cdn.example.com/a.mp4')))).toBe(
    '<p><a href="https://cdn.example.com/a.mp4" target="_blank" rel="noopener noreferrer nofollow">cdn.example.com/a.mp4</a></p>',
  )
  expect(await render(block('bookmark', { url: 'https://example.com/docs', caption: [] }))).toContain('>example.com/docs</a>')
  expect(await render(block('bookmark', { url: 'https://example.com/docs', caption: [text('The manual')] }))).toContain('>The manual</a>')
  expect(await render(block('link_preview', { url: 'https://example.com/' }))).toContain('>example.com</a>')
  expect(await render(block('pdf', external('https://example.com/a.pdf')))).toContain('>PDF</a>')
})

test('renders embeds of well-known sites as descriptive links, and warns the author about others', async () => {
  const titles: [string, string][] = [
    ['https://www.figma.com/design/abc123/My-first_design?node-id=1', 'Figma design: My first design'],
    ['https://www.figma.com/board/abc123', 'FigJam board'],
    ['https://drive.google.com/file/d/abc/view', 'Google Drive file'],
    ['https://drive.google.com/drive/folders/abc', 'Google Drive folder'],
    ['https://docs.google.com/spreadsheets/d/abc/edit', 'Google Sheets spreadsheet'],
    ['https://codepen.io/ada/pen/abc', 'CodePen by ada'],
    ['https://ada.wistia.com/medias/abc', 'Wistia video'],
  ]
  for (const [url, title] of titles) {
    expect(await render(block('embed', { url, caption: [] }))).toContain(`rel="noopener noreferrer nofollow">${title}</a>`)
    expect(await render(block('bookmark', { url, caption: [text('Mine')] }))).toContain('>Mine</a>')
    expect(warnings).toEqual([])
  }
  expect(await render(block('embed', { url: 'https://figma.com.evil.example/design/a/b', caption: [] }))).toContain(
    '>figma.com.evil.example',
  )
  expect(warnings).toEqual(['embed_as_link'])
  await render(block('video', external('https://videos.example/1')))
  expect(warnings).toEqual(['embed_as_link'])
})

test('copies a picture, with its caption as text and alternative text', async () => {
  expect(await render(block('image', external('https://example.com/a.png', 'A "plan"')))).toBe(
    `<figure><img src="${picture}" alt="A &quot;plan&quot;" width="1200" height="800" loading="lazy" decoding="async" /><figcaption>A "plan"</figcaption></figure>`,
  )
})

test('plays a copy of an uploaded sound, with its caption or file name', async () => {
  upload = { src: clip, name: 'talk.mp3', bytes: 1_000 }
  expect(await render(block('audio', uploaded('talk.mp3')))).toBe(
    `<figure><audio src="${clip}" controls preload="metadata" aria-label="talk.mp3"></audio></figure>`,
  )
  expect(await render(block('audio', uploaded('talk.mp3', 'A "talk"')))).toBe(
    `<figure><audio src="${clip}" controls preload="metadata" aria-label="A &quot;talk&quot;"></audio><figcaption>A "talk"</figcaption></figure>`,
  )
})

test('links an uploaded PDF or file with its name and size', async () => {
  upload = { src: clip, name: 'Plan & "list".pdf', bytes: 1_234_567 }
  const link = `<p><a href="${clip}" download="Plan &amp; &quot;list&quot;.pdf">Plan &amp; "list".pdf</a> (1.2 MB)`
  expect(await render(block('pdf', uploaded('plan.pdf')))).toBe(`${link}</p>`)
  expect(await render(block('file', { ...uploaded('plan.pdf', 'To print'), name: 'plan.pdf' }))).toBe(`${link}<br />To print</p>`)
  expect([0, 999, 1_000, 9_949, 25_000, 26_214_400].map(sizeText)).toEqual(['0 bytes', '999 bytes', '1.0 kB', '9.9 kB', '25 kB', '26 MB'])
})

test('omits and reports an upload without a copy, and links an external file', async () => {
  upload = undefined
  expect(await render(block('pdf', uploaded('a.pdf')))).toBe('<figure><p class="missing-file">A file is missing here.</p></figure>')
  expect(await render(block('audio', external('https://example.com/a.mp3')))).toContain('>Listen</a>')
  expect(warnings).toEqual([])
})

test('COURSE-17 plays a copy of an uploaded video, with its captions', async () => {
  const video = uploaded('a.webm', 'The plan')
  const player = (inner: string) =>
    `<figure><div class="video-frame"><video src="${clip}" controls playsinline preload="metadata" crossorigin="anonymous">${inner}</video></div>` +
    '<figcaption>The plan</figcaption></figure>'
  expect(await render(block('video', video))).toBe(player(''))
  captions = `/api/files/${'d'.repeat(64)}`
  expect(await render(block('video', video))).toBe(
    player(`<track src="${captions}" kind="captions" srclang="en" label="English" default />`),
  )
  captions = undefined
})
