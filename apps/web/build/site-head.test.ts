import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { headTags, manifestOf } from './site-head.ts'

const site = { name: 'Vibe Coding Academy', description: 'Learn to build.', origin: 'https://academy.test' }
const publicFile = (address: string) => readFileSync(path.join(import.meta.dirname, '../public', address))
const contentOf = (tags: ReturnType<typeof headTags>, property: string) =>
  tags.find(({ attrs }) => attrs?.property === property)?.attrs?.content

/** Width and height of a PNG, as its first chunk tells them. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('a link that is shared has a name, a text and a picture at a whole address', () => {
  const tags = headTags(site)
  expect(contentOf(tags, 'og:title')).toBe('Vibe Coding Academy')
  expect(contentOf(tags, 'og:url')).toBe('https://academy.test/')
  expect(contentOf(tags, 'og:image')).toBe('https://academy.test/social-image.png')
  expect(contentOf(headTags({ ...site, origin: '' }), 'og:url')).toBeUndefined()
})

test('the picture is as large as the tags say, and small to fetch', () => {
  const picture = publicFile('social-image.png')
  const tags = headTags(site)
  expect(sizeOf(picture).map(String)).toEqual([contentOf(tags, 'og:image:width'), contentOf(tags, 'og:image:height')])
  expect(picture.length).toBeLessThan(40_000)
})

test('every icon is there in the size that is told', () => {
  for (const { src, sizes } of manifestOf(site).icons) expect(sizeOf(publicFile(src)).join('x')).toBe(sizes)
  expect(sizeOf(publicFile('apple-touch-icon.png'))).toEqual([180, 180])
  expect(publicFile('favicon.ico').readUInt16LE(2)).toBe(1)
})

test('robots may look at the pages, and at nothing that answers with data', () => {
  expect(publicFile('robots.txt').toString()).toMatch(/User-agent: \*\nDisallow: \/api\/\nDisallow: \/auth\/\n$/)
})
