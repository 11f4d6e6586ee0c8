import { describe, expect, test } from 'vitest'
import { PageRefused } from '../page-refused.ts'
import { cleanSvg } from './clean-svg.ts'
import { pictureFrom } from './copy-picture.ts'
import { pictureType } from './picture-type.ts'

const bytes = (hex: string, rest = '') => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(rest, 'latin1')])
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`

test('a picture is what its bytes say, whatever it is called', () => {
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
])('%s is no picture', (_, content) => {
  expect(() => pictureFrom(content)).toThrow(PageRefused)
})

test('a picture is known by the hash of exactly the bytes that are served', () => {
  const png = bytes('89504e470d0a1a0a', 'x')
  expect(pictureFrom(png)).toEqual({ type: 'image/png', bytes: png, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const clean = pictureFrom(Buffer.from(svg('<script>alert(1)</script><g/>')))
  expect(clean.bytes.toString()).toBe(svg('<g></g>'))
  expect(clean.hash).toBe(pictureFrom(clean.bytes).hash)
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
])('an SVG loses whatever runs, leads or loads: %s', (vector) => {
  const clean = cleanSvg(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>${svg(vector)}`) ?? ''
  const tags = [...clean.matchAll(/<\/?([a-zA-Z:]+)([^>]*)>/g)]
  for (const [, name, attributes] of tags) {
    expect(['svg', 'g', 'text', 'rect', 'use', 'image', 'style']).toContain(name)
    expect(attributes).not.toMatch(/\son|javascript:|https?:\/\/(?!www\.w3\.org\/2000\/svg)|data:(?!image\/png)/i)
  }
  expect(clean.replace(/&lt;script.*?&gt;/g, '').replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/evil|<script|@import|<!|<\?/)
})

test('cleaning a huge or mangled SVG takes no time to speak of', () => {
  const started = performance.now()
  for (const inside of [
    '<g>'.repeat(20_000),
    '<g a="'.repeat(20_000),
    '<style>'.repeat(20_000),
    '<bad>'.repeat(20_000),
    '<!--'.repeat(20_000),
    '&'.repeat(100_000),
  ]) {
    cleanSvg(svg(inside))
  }
  expect(performance.now() - started).toBeLessThan(5_000)
})
