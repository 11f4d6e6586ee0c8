import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PageRefused } from '../mirror/page-refused.ts'
import { cleanSvg } from './clean-svg.ts'
import { pictureFrom as checkPicture } from './copy-file.ts'
import { pictureType } from './file-type.ts'

const pictureFrom = (content: Buffer) => checkPicture(content, async (source) => cleanSvg(source))

const bytes = (hex: string, rest = '') => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(rest, 'latin1')])
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`

test('detects the type of a picture by its bytes, not by its name', () => {
  expect(pictureType(bytes('89504e470d0a1a0a'))).toBe('image/png')
  expect(pictureType(bytes('ffd8ffe000104a464946'))).toBe('image/jpeg')
  expect(pictureType(Buffer.from('GIF89a…', 'latin1'))).toBe('image/gif')
  expect(pictureType(Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'))).toBe('image/webp')
  expect(pictureType(Buffer.from('\0\0\0\x1cftypavif', 'latin1'))).toBe('image/avif')
  expect(pictureType(Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- <svg> --><!DOCTYPE svg [<!ENTITY a "b">]>\n<svg/>'))).toBe(
    'image/svg+xml',
  )
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('just text')],
  ['a web page', Buffer.from('<!DOCTYPE html><html><svg></svg></html>')],
  ['a web page that calls itself a picture', Buffer.from('GIF<script>alert(1)</script>')],
  ['a script', Buffer.from('alert(1)')],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['a video', Buffer.from('\0\0\0\x1cftypisom', 'latin1')],
  ['an SVG in another encoding', Buffer.from(svg(''), 'utf16le')],
  ['a comment without end', Buffer.from('<!--'.repeat(2_000))],
  ['a PNG that breaks off', bytes('89504e470d0a1a0a', 'x')],
])('%s is not a picture', async (_, content) => {
  await expect(pictureFrom(content)).rejects.toThrow(PageRefused)
})

const painted = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 60 } } })
const sizeOf = async (picture: Buffer) => {
  const { width, height, format } = await sharp(picture).metadata()
  return { width, height, format }
}

test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('a large %s becomes a WebP that screens can show', async (format) => {
  const { type, bytes: converted, size } = await pictureFrom(await painted(3_000, 1_500).toFormat(format).toBuffer())
  expect([type, size]).toEqual(['image/webp', { width: 2_000, height: 1_000 }])
  expect(await sizeOf(converted)).toEqual({ width: 2_000, height: 1_000, format: 'webp' })
})

test('a small picture keeps its size, is turned upright, and loses its location', async () => {
  const photo = await painted(40, 20)
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const { bytes: converted, size } = await pictureFrom(photo)
  expect(size).toEqual({ width: 20, height: 40 })
  expect(await sizeOf(converted)).toEqual({ width: 20, height: 40, format: 'webp' })
  expect((await sharp(converted).metadata()).exif).toBeUndefined()
})

test('a drawing in few colors stays exact; the same picture always comes out as the same bytes', async () => {
  const drawing = await painted(90, 90).png().toBuffer()
  const { bytes: converted } = await pictureFrom(drawing)
  expect(await sharp(converted).ensureAlpha().raw().toBuffer()).toEqual(await sharp(drawing).ensureAlpha().raw().toBuffer())
  expect((await pictureFrom(drawing)).bytes).toEqual(converted)
})

test('an animated picture is not converted', async () => {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 9, height: 9, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect(await pictureFrom(moving)).toEqual({ type: 'image/gif', bytes: moving, size: { width: 9, height: 9 } })
})

test('refuses a picture with too many pixels before decoding it', async () => {
  // 200 million pixels of one color: 200 kB as a file, 600 MB in memory.
  const bomb = await painted(20_000, 10_000).png().toBuffer()
  await expect(pictureFrom(bomb)).rejects.toMatchObject({
    rule: 'picture_too_large',
    message: expect.stringContaining('50 million pixels'),
  })
})

test.each([
  ['width="1440" height="900.4"', { width: 1440, height: 900 }],
  ['viewBox="0 0 2 1" width="96px" height="48px"', { width: 96, height: 48 }],
  ['width="100%" height="100%" viewBox="0,0 300 , 150"', { width: 300, height: 150 }],
  ['width="40" viewBox="0 0 4 3"', { width: 4, height: 3 }],
  ['width="0" height="0"', undefined],
  ['viewBox="none"', undefined],
])('the size of an SVG with %s', async (attributes, size) => {
  const drawn = await pictureFrom(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="7" height="7"/></svg>`))
  expect(drawn.size).toEqual(size)
})

describe('an SVG keeps its picture', () => {
  test.each([
    ['shapes and groups', svg('<g transform="scale(2)"><path d="M0 0L1 1" stroke="red" fill="none"></path></g>')],
    ['texts', svg('<text x="1" y="2" font-family="Inter, sans-serif" text-anchor="middle">a &lt; b &amp; c</text>')],
    [
      'gradients and references within it',
      svg(
        '<defs><linearGradient id="a"><stop offset="0" stop-color="red"></stop></linearGradient></defs><rect fill="url(#a)"></rect><use href="#a"></use>',
      ),
    ],
    [
      'styles, also for a dark theme',
      svg(
        '<style>.a > .b{fill:url(#g)} @media (prefers-color-scheme: dark){.a{fill:#fff}}</style><rect class="a" style="fill:red"></rect>',
      ),
    ],
    ['a small picture inside', svg('<image href="data:image/png;base64,iVBORw0KGgo="></image>')],
    [
      'what a screen reader says',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" role="img" aria-labelledby="t"><title id="t">Plan</title></svg>',
    ],
  ])('%s', (_, source) => {
    expect(cleanSvg(source)).toBe(source)
  })
})

test.each([
  '<script>alert(1)</script>',
  '<script href="https://evil.example/x.js"/>',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<rect onclick="alert(1)"/>',
  '<rect ONCLICK="alert(1)"/>',
  '<g onload="alert(1)"/>',
  '<a href="javascript:alert(1)"><text>x</text></a>',
  '<a xlink:href="https://evil.example"><text>x</text></a>',
  '<use href="https://evil.example/x.svg#a"/>',
  '<use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#a"/>',
  '<image href="https://evil.example/pixel.png"/>',
  '<image href="data:image/svg+xml,<svg onload=alert(1)>"/>',
  '<image href="data:text/html;base64,PHNjcmlwdD4="/>',
  '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"><script>alert(1)</script></body></foreignObject>',
  '<foreignObject><iframe src="https://evil.example"/></foreignObject>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<set attributeName="onmouseover" to="alert(1)"/>',
  '<animateTransform onbegin="alert(1)"/>',
  '<handler type="text/javascript">alert(1)</handler>',
  '<style>@import url(https://evil.example/x.css);</style>',
  '<style>rect{background:url(https://evil.example/x)}</style>',
  '<style>rect{background:url("//evil.example/x")}</style>',
  '<style>rect{background:\\75rl(https://evil.example/x)}</style>',
  '<style></style><script>alert(1)</script>',
  '<style><![CDATA[</style><script>alert(1)</script>]]></style>',
  '<rect style="fill:url(https://evil.example/x)"/>',
  '<rect fill="url(https://evil.example/x#a)"/>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
  '<svg xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></svg>',
  '<!ENTITY x SYSTEM "file:///etc/passwd">&x;',
  '<?xml-stylesheet href="https://evil.example/x.css"?>',
  '<iframe src="https://evil.example"/>',
  '<embed src="https://evil.example"/>',
])('removes scripts, links and external resources from an SVG: %s', (vector) => {
  const clean = cleanSvg(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>${svg(vector)}`) ?? ''
  const tags = [...clean.matchAll(/<\/?([a-zA-Z:]+)([^>]*)>/g)]
  for (const [, name, attributes] of tags) {
    expect(['svg', 'g', 'text', 'rect', 'use', 'image', 'style']).toContain(name)
    expect(attributes).not.toMatch(/\son|javascript:|https?:\/\/(?!www\.w3\.org\/2000\/svg)|data:(?!image\/png)/i)
  }
  expect(clean.replace(/&lt;script.*?&gt;/g, '').replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/evil|<script|@import|<!|<\?/)
})

test.each([
  ['nested too deep', '<g>'.repeat(101)],
  ['nested too deep, in elements that are dropped', '<bad>'.repeat(101)],
  ['nested without end', '<g>'.repeat(280_000)],
  ['of too many elements', '<rect/>'.repeat(20_001)],
  ['of too many elements that are dropped', '<script/>'.repeat(20_001)],
])('an SVG %s is refused as soon as the limit is passed', (_, inside) => {
  expect(() => cleanSvg(svg(inside))).toThrow(expect.objectContaining({ rule: 'svg_too_complex' }))
})

test('keeps all elements of an SVG at the limits of number and depth', () => {
  const deep = '<g>'.repeat(98)
  const clean = cleanSvg(svg(`${deep}${'<rect></rect>'.repeat(19_900)}${'</g>'.repeat(98)}`))
  expect(clean?.match(/<rect>/g)).toHaveLength(19_900)
})
