import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { headTags, webManifest } from './site-head.ts'

const site = { name: 'Vibe Coding Academy', description: 'Learn to build.', origin: 'https://academy.test' }
const publicFile = (url: string) => readFileSync(path.join(import.meta.dirname, '../public', url))
const contentOf = (tags: ReturnType<typeof headTags>, property: string) =>
  tags.find(({ attrs }) => attrs?.property === property)?.attrs?.content

/** Width and height of a PNG, as its first chunk tells them. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('adds name, text and picture with absolute URLs', () => {
  const tags = headTags(site)
  expect(contentOf(tags, 'og:title')).toBe('Vibe Coding Academy')
  expect(contentOf(tags, 'og:url')).toBe('https://academy.test/')
  expect(contentOf(tags, 'og:image')).toBe('https://academy.test/social-image.png')
  expect(contentOf(headTags({ ...site, origin: '' }), 'og:url')).toBeUndefined()
})

test('the picture has the stated size and is small', () => {
  const picture = publicFile('social-image.png')
  const tags = headTags(site)
  expect(sizeOf(picture).map(String)).toEqual([contentOf(tags, 'og:image:width'), contentOf(tags, 'og:image:height')])
  expect(picture.length).toBeLessThan(40_000)
})

test('every icon exists in its stated size', () => {
  for (const { src, sizes } of webManifest(site).icons) expect(sizeOf(publicFile(src)).join('x')).toBe(sizes)
  expect(sizeOf(publicFile('apple-touch-icon.png'))).toEqual([180, 180])
  expect(publicFile('favicon.ico').readUInt16LE(2)).toBe(1)
})

test('robots.txt allows pages and disallows the API', () => {
  expect(publicFile('robots.txt').toString()).toMatch(/User-agent: \*\nDisallow: \/api\/\nDisallow: \/auth\/\n$/)
})
