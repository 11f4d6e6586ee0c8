import { FRAME_HOSTS } from '@academy/contract/video-hosts'
import { HOSTILE_MARKUP, HOSTILE_URLS } from '@academy/standins/testing/hostile-content'
import { parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { block, code, equation, external, line, mention, paragraph, text, toggle } from '../../../testing/notion-blocks.ts'
import { renderBlocks } from '../../../testing/render-blocks.ts'
import type { BlockNode } from './block-node.ts'
import { sanitize } from './sanitize.ts'

const stored = `/api/files/${'b'.repeat(64)}`

const render = (vector: string, ...nodes: BlockNode[]): Promise<string> =>
  renderBlocks(nodes, {
    imageOf: () => ({ src: stored }),
    videoOf: () => ({ src: stored, captions: stored }),
    // A file may be called anything.
    uploadOf: () => ({ src: stored, name: vector, bytes: 1 }),
  })

type ParsedNode = { nodeName: string; attrs?: { name: string; value: string }[]; childNodes?: ParsedNode[]; content?: ParsedNode }

const harmless = new Set(
  (
    '#document-fragment #text a audio blockquote br code details div em figcaption figure h3 h4 h5 h6 hr iframe img input label li ol p pre s ' +
    'span strong summary table tbody td th thead tr track u ul video ' +
    'math mfrac mi mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder ' +
    'munderover mmultiscripts none'
  ).split(' '),
)
const attributes = new Set(
  (
    'alt allow aria-hidden aria-label checked class controls crossorigin data-language data-tex decoding default disabled download ' +
    'href kind label loading playsinline preload referrerpolicy rel role sandbox scope src srclang start tabindex target title type dir ' +
    'accent accentunder columnalign columnspacing columnspan depth display displaystyle fence form height largeop linethickness lspace ' +
    'mathvariant maxsize minsize movablelimits rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width'
  ).split(' '),
)
const classes =
  /^(?:code|equation|callout|callout-icon|column|columns|indent|missing-file|table-box|tml-[a-z-]+|video-frame|to-do|tok-[a-z-]+|notion-[a-z-]+)$/

const STORED = /^\/api\/files\/[0-9a-f]{64}$/
const loading = new Set(['img', 'audio', 'video', 'track'])

/** Reads HTML the way a browser does and names everything in it that could run, load or cover something. */
function dangers(html: string): string[] {
  const found: string[] = []
  const visit = (node: ParsedNode): void => {
    if (!harmless.has(node.nodeName)) found.push(`element ${node.nodeName}`)
    const given = Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [name, value]))
    for (const name of Object.keys(given)) if (!attributes.has(name)) found.push(`attribute ${node.nodeName}[${name}]`)
    for (const name of given.class?.split(' ') ?? []) if (!classes.test(name)) found.push(`class ${name}`)
    const href = given.href === undefined ? undefined : URL.parse(given.href)
    const isSaved = 'download' in given && STORED.test(given.href ?? '')
    if (given.href !== undefined && !isSaved && !['http:', 'https:', 'mailto:'].includes(href?.protocol ?? ''))
      found.push(`link ${given.href}`)
    if (loading.has(node.nodeName) && !STORED.test(given.src ?? '')) found.push(`${node.nodeName} ${given.src}`)
    if (node.nodeName === 'input' && given.type !== 'checkbox') found.push(`input ${given.type}`)
    if (node.nodeName === 'iframe') {
      const src = URL.parse(given.src ?? '')
      if (src?.protocol !== 'https:' || !FRAME_HOSTS.some((host) => host === src.host)) found.push(`frame ${given.src}`)
      if (!given.sandbox || given.sandbox.includes('top-navigation')) found.push('frame without sandbox')
    }
    if (given.target === '_blank' && !given.rel?.includes('noopener')) found.push('link that hands over the window')
    for (const child of node.childNodes ?? []) visit(child)
    if (node.content) visit(node.content)
  }
  visit(parseFragment(html) as ParsedNode)
  return found
}

const hosted = { type: 'file' as const, file: { url: 'https://files.example/a', expiry_time: '2026-11-20T11:00:00.000Z' }, caption: [] }

/** Every place of a page where an author's text can stand. */
const places: [string, (vector: string) => BlockNode][] = [
  ['a paragraph', (v) => paragraph(v)],
  ['marked text', (v) => paragraph([text(v, { bold: true, code: true, color: 'red' })])],
  ['the text of a link', (v) => paragraph([text(v, {}, 'https://example.com/')])],
  ['a heading', (v) => block('heading_1', { rich_text: [text(v)], color: 'default', is_toggleable: false })],
  ['a list item', (v) => block('bulleted_list_item', line(v))],
  ['a to-do', (v) => block('to_do', { rich_text: [text(v)], color: 'default', checked: true })],
  ['a toggle', (v) => toggle(v, [paragraph(v)])],
  ['a quote', (v) => block('quote', line(v))],
  ['a callout', (v) => block('callout', { rich_text: [text(v)], color: 'default', icon: { type: 'emoji', emoji: v } })],
  ['plain code', (v) => code(v)],
  ['colored code', (v) => code(v, 'html')],
  ['code in a script language', (v) => code(v, 'javascript')],
  ['the caption of code', (v) => block('code', { rich_text: [text('x')], caption: [text(v)], language: 'bash' })],
  ['an equation', (v) => block('equation', { expression: v })],
  ['an equation in a line', (v) => paragraph([equation(v)])],
  ['text in an equation', (v) => paragraph([equation(`\\text{${v}}`)])],
  [
    'a table cell',
    (v) => block('table', { has_column_header: true, has_row_header: true, table_width: 1 }, [block('table_row', { cells: [[text(v)]] })]),
  ],
  ['the caption of a picture', (v) => block('image', external('https://example.com/a.png', v))],
  ['the caption of a player', (v) => block('video', external('https://youtu.be/dQw4w9WgXcQ', v))],
  ['the caption of a bookmark', (v) => block('bookmark', { url: 'https://example.com/', caption: [text(v)] })],
  ['the name of a file', (v) => block('file', { ...external('https://example.com/a'), name: v })],
  ['the name of an upload', () => block('pdf', hosted)],
  ['the name of a sound', () => block('audio', hosted)],
  ['a mention', (v) => paragraph([mention({ type: 'page', page: { id: v } }, v)])],
  ['an unknown language', (v) => code('x', v as 'bash')],
  ['an unknown color', (v) => paragraph([text('x', { color: v as 'red' })])],
]

const urlPlaces: [string, (vector: string) => BlockNode][] = [
  ['a link', (v) => paragraph([text('x', {}, v)])],
  ['a link mention', (v) => paragraph([mention({ type: 'link_mention', link_mention: { href: v } }, 'x')])],
  ['an embed', (v) => block('embed', { url: v, caption: [] })],
  ['a bookmark', (v) => block('bookmark', { url: v, caption: [] })],
  ['a link preview', (v) => block('link_preview', { url: v })],
  ['a video', (v) => block('video', external(v))],
  ['a file', (v) => block('file', { ...external(v), name: 'x' })],
  ['a picture', (v) => block('image', external(v))],
]

describe('content cannot run code in a learner’s browser', () => {
  test.each(HOSTILE_MARKUP)('as text in any place: %s', async (vector) => {
    for (const [place, make] of places) expect([place, ...dangers(await render(vector, make(vector)))]).toEqual([place])
  })

  test.each(HOSTILE_URLS)('as a URL in any place: %s', async (vector) => {
    for (const [place, make] of urlPlaces) expect([place, ...dangers(await render(vector, make(vector)))]).toEqual([place])
  })
})

describe('the sanitizer alone removes hostile markup', () => {
  test.each(HOSTILE_MARKUP)('%s', (vector) => {
    expect(dangers(sanitize(vector))).toEqual([])
    expect(dangers(sanitize(`<p>${vector}</p><pre><code>${vector}</code></pre><table><tr><td>${vector}`))).toEqual([])
  })

  test.each(HOSTILE_URLS)('in every attribute with a URL: %s', (vector) => {
    const quoted = vector.replaceAll('"', '&quot;')
    const html = sanitize(
      `<a href="${quoted}">x</a><img src="${quoted}"><iframe src="${quoted}"></iframe><video src="${quoted}"></video><audio src="${quoted}"></audio><div src="${quoted}">`,
    )
    expect(dangers(html)).toEqual([])
  })
})

test('these tests detect code that would run', () => {
  const seen = [
    '<script></script>',
    '<p onclick=x>',
    '<a href="javascript:x">',
    '<img src="https://x">',
    '<video src="https://x">',
    '<a href="https://x" download onclick="x">',
    '<iframe src="https://x">',
    '<p style="x">',
    '<p class="fixed">',
  ]
  for (const html of seen) expect(dangers(html)).not.toEqual([])
})
