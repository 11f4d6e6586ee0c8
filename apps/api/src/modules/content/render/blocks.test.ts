import type { RichTextItemResponse } from '@notionhq/client'
import { expect, test } from 'vitest'
import { block, equation, external, heading2, line, mention, paragraph, text, toggle } from '../../../testing/notion-blocks.ts'
import { renderBlocks, renderContext } from '../../../testing/render-blocks.ts'
import type { BlockNode } from './block-node.ts'
import { renderPart } from './render-part.ts'

const warnings: string[] = []
async function render(...nodes: BlockNode[]): Promise<string> {
  warnings.length = 0
  return await renderBlocks(nodes, { imageOf: () => ({ src: '/api/files/x' }), warn: (rule) => void warnings.push(rule) })
}

const heading = (content: string, toggleable = false) => ({
  rich_text: [text(content)],
  color: 'default' as const,
  is_toggleable: toggleable,
})

test('keeps the marks, line breaks and color of a paragraph', async () => {
  const html = await render(
    paragraph([
      text('bold', { bold: true }),
      text(' both', { bold: true, italic: true }),
      text(' x', { strikethrough: true, underline: true }),
    ]),
    paragraph([text('one\ntwo'), text(' let', { code: true }), text(' red', { color: 'red_background' })]),
  )
  expect(html).toBe(
    '<p><strong>bold</strong><em><strong> both</strong></em><u><s> x</s></u></p>' +
      '<p>one<br />two<code> let</code><span class="notion-red-background"> red</span></p>',
  )
})

test('opens external links in a new tab without a referrer, and internal ones in the same tab', async () => {
  expect(await render(paragraph([text('out', {}, 'https://example.com/a?b=1&c=2')]))).toBe(
    '<p><a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">out</a></p>',
  )
  expect(await render(paragraph([text('in', {}, 'https://academy.test/dashboard')]))).toBe(
    '<p><a href="https://academy.test/dashboard">in</a></p>',
  )
  expect(await render(paragraph([text('mail', {}, 'mailto:help@academy.test')]))).toBe('<p><a href="mailto:help@academy.test">mail</a></p>')
})

test.each(['tel:+431234567', 'example.com/page', '#part', 'lesson-2', 'javascript:alert(1)'])(
  'SYNC-18 shows the text of a link to %s, and warns of it',
  async (url) => {
    expect(await render(paragraph([text('call', {}, url)]))).toBe('<p>call</p>')
    expect(warnings).toEqual(['link_dropped'])
    await render(block('bookmark', { url, caption: [] }))
    expect(warnings).toEqual(['link_dropped'])
  },
)

test('renders a partly bold link as one link, and a link into Notion as text', async () => {
  const url = 'https://example.com/'
  const joined = await render(paragraph([text('half ', {}, url), text('bold', { bold: true }, url)]))
  expect(joined.match(/<a /g)).toHaveLength(1)
  expect(await render(paragraph([text('page', {}, '/0123456789abcdef')]))).toBe('<p>page</p>')
  expect(warnings).toEqual(['private_link'])
  expect(await render(paragraph([text('page', {}, 'https://www.notion.so/Lesson-2-0123456789abcdef')]))).toBe('<p>page</p>')
  expect(warnings).toEqual(['private_link'])
  expect(await render(paragraph([mention({ type: 'page', page: { id: 'x' } }, 'Lesson 2')]))).toBe('<p>Lesson 2</p>')
  expect(warnings).toEqual(['private_link'])
  expect(await render(paragraph([text('public', {}, 'https://team.notion.site/Lesson-2')]))).toContain(
    'href="https://team.notion.site/Lesson-2"',
  )
  expect(warnings).toEqual([])
  expect(await render(paragraph([mention({ type: 'link_preview', link_preview: { url: url } }, 'Example')]))).toContain(
    'href="https://example.com/"',
  )
})

test('joins adjacent items into one list, and nests lists', async () => {
  const item = (content: string, children: BlockNode[] = []) => block('bulleted_list_item', line(content), children)
  const step = (content: string) => block('numbered_list_item', { ...line(content), list_start_index: 3, list_format: 'letters' })
  expect(await render(item('a', [item('a1'), item('a2')]), item('b'), step('x'), step('y'), paragraph('end'), item('c'))).toBe(
    '<ul><li>a<ul><li>a1</li><li>a2</li></ul></li><li>b</li></ul><ol start="3" type="a"><li>x</li><li>y</li></ol><p>end</p><ul><li>c</li></ul>',
  )
})

test('renders a to-do as a read-only checkbox', async () => {
  const todo = (content: string, checked: boolean) => block('to_do', { rich_text: [text(content)], color: 'default', checked })
  expect(await render(todo('done', true), todo('open', false))).toBe(
    '<ul class="to-do"><li><label><input type="checkbox" disabled checked /> done</label></li>' +
      '<li><label><input type="checkbox" disabled /> open</label></li></ul>',
  )
})

test('starts the headings of a section at h3 without skipping levels', async () => {
  expect(await render(block('heading_1', heading('A')), block('heading_3', heading('B')), block('heading_1', heading('C')))).toBe(
    '<h3>A</h3><h4>B</h4><h3>C</h3>',
  )
  expect(await render(block('heading_4', heading('Only')))).toBe('<h3>Only</h3>')
})

test('keeps the content of toggles, quotes, callouts and columns', async () => {
  expect(await render(toggle('More', [paragraph('inside')]))).toBe('<details><summary>More</summary><p>inside</p></details>')
  expect(await render(block('heading_3', heading('Title', true), [paragraph('inside')]))).toBe(
    '<details><summary><h3>Title</h3></summary><p>inside</p></details>',
  )
  expect(await render(block('quote', line('said'), [paragraph('twice')]))).toBe('<blockquote><p>said</p><p>twice</p></blockquote>')
  expect(
    await render(block('callout', { rich_text: [text('Careful')], color: 'yellow_background', icon: { type: 'emoji', emoji: '⚠️' } })),
  ).toBe('<div class="callout notion-yellow-background" role="note"><div><p>Careful</p></div></div>')
  const column = (content: string) => block('column', {}, [paragraph(content)])
  expect(await render(block('column_list', {}, [column('left'), column('right')]))).toBe(
    '<div class="columns"><div class="column"><p>left</p></div><div class="column"><p>right</p></div></div>',
  )
})

test('marks the header cells of a table', async () => {
  const row = (...cells: string[]) => block('table_row', { cells: cells.map((cell) => [text(cell)]) })
  const html = await render(
    block('table', { has_column_header: true, has_row_header: true, table_width: 2 }, [row('', 'Price'), row('Course', '1')]),
  )
  expect(html).toContain('<thead><tr><th scope="col"></th><th scope="col">Price</th></tr></thead>')
  expect(html).toContain('<tbody><tr><th scope="row">Course</th><td>1</td></tr></tbody>')
  expect(html).toContain('tabindex="0"')
})

test('renders inline and block equations as MathML', async () => {
  expect(await render(block('equation', { expression: 'a < b' }), paragraph([text('so '), equation('\\frac{1}{2}')]))).toBe(
    '<div class="equation" role="group" aria-label="Equation" tabindex="0"><math data-tex="a &lt; b" display="block" class="tml-display">' +
      '<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow></math></div>' +
      '<p>so <math data-tex="\\frac{1}{2}"><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>',
  )
  expect(warnings).toEqual([])
})

test('shows and reports the source of an invalid or endless equation', async () => {
  for (const expression of ['\\frac{1', '\\href{javascript:alert(1)}{x}', '\\def\\a{x\\a}\\a', '{'.repeat(900)]) {
    expect(await render(paragraph([equation(expression)]))).toBe(`<p><code class="equation">${expression}</code></p>`)
    expect(warnings).toEqual(['equation_invalid'])
  }
})

test.each(['\\overline{x}', '\\cancel{x}', '\\boxed{x}', '\\begin{array}{|c|}x\\end{array}', '\\color{red}{x}'])(
  'reports that %s is shown without its line, box or color',
  async (expression) => {
    const html = await render(paragraph([equation(expression)]))
    expect(html).toContain('<mi>x</mi>')
    expect(warnings).toEqual(['equation_simplified'])
  },
)

test('renders dates as text, and hides names of staff', async () => {
  const date = (start: string, end: string | null = null, time_zone = null) =>
    mention({ type: 'date', date: { start, end, time_zone } }, start)
  expect(await render(paragraph([date('2026-03-01'), text(' and '), date('2026-03-01', '2026-04-12')]))).toBe(
    '<p>March 1, 2026 and March 1, 2026 to April 12, 2026</p>',
  )
  expect(await render(paragraph([date('2026-03-01T14:30:00.000+01:00')]))).toBe('<p>March 1, 2026, 2:30 PM (UTC+01:00)</p>')
  expect(await render(paragraph([date('2026-03-01T14:30:00.000Z')]))).toBe('<p>March 1, 2026, 2:30 PM (UTC)</p>')
  expect(await render(paragraph([date('2026-03-01T14:30:00.000+01:00', null, 'Europe/Berlin' as never)]))).toBe(
    '<p>March 1, 2026, 2:30 PM (Europe/Berlin)</p>',
  )
  expect(warnings).toEqual([])
  const ada = mention({ type: 'user', user: { object: 'user', id: 'x' } }, '@Ada Lovelace')
  expect(await render(paragraph([text('Ask '), ada]))).toBe('<p>Ask the team</p>')
  expect(warnings).toEqual(['staff_name'])
  expect(await render(block('image', { ...external('https://example.com/a.png'), caption: [ada] }))).not.toContain('Ada')
})

test('sets the direction of right-to-left text only', async () => {
  const item = (content: string) => block('bulleted_list_item', line(content))
  const row = (...cells: string[]) => block('table_row', { cells: cells.map((cell) => [text(cell)]) })
  const table = block('table', { has_column_header: false, has_row_header: false, table_width: 1 }, [row('שלום')])
  const html = await render(
    paragraph('שלום'),
    item('مرحبا'),
    block('heading_1', heading('שלום')),
    toggle('שלום', []),
    table,
    paragraph('hello'),
  )
  for (const tag of ['p', 'ul', 'h3', 'summary', 'table']) expect(html).toContain(`<${tag} dir="auto">`)
  expect(html).toContain('<p>hello</p>')
})

test('reports content that learners cannot see: lost originals, child pages and databases, links into Notion', async () => {
  const lost: [BlockNode, string][] = [
    [block('synced_block', { synced_from: { type: 'block_id', block_id: 'x' } }), 'synced_block_empty'],
    [block('child_page', { title: 'Secret' }), 'child_page'],
    [block('child_database', { title: 'Secret' }), 'inline_database'],
    [block('link_to_page', { type: 'page_id', page_id: 'x' }), 'private_link'],
  ]
  for (const [node, rule] of lost) {
    expect(await render(node)).toBe('')
    expect(warnings).toEqual([rule])
  }
})

test('renders synced content, but not Notion’s navigation', async () => {
  expect(await render(block('synced_block', { synced_from: null }, [paragraph('same')]), block('divider', {}))).toBe('<p>same</p><hr />')
  expect(await render(block('table_of_contents', { color: 'default' }), block('breadcrumb', {}))).toBe('')
  expect(warnings).toEqual([])
})

test('shows the text of an unknown block and reports it', async () => {
  expect(await render(block('unsupported', { block_type: 'form' }), paragraph('x'))).toBe('<p>x</p>')
  expect(warnings).toEqual(['unsupported_block'])
  const fromTheFuture = block('paragraph', line('future'))
  Object.assign(fromTheFuture.block, { type: 'hologram', hologram: { rich_text: [text('still <readable>')] } })
  expect(await render(fromTheFuture)).toBe('<p>still &lt;readable&gt;</p>')
  expect(warnings).toEqual(['unsupported_block'])
})

test('TUT-18 empty sections are null', async () => {
  const ctx = renderContext()
  expect(renderPart([], ctx)).toBeNull()
  expect(renderPart([paragraph(''), paragraph('  '), block('divider', {}), heading2('')], ctx)).toBeNull()
  expect(renderPart([block('image', external('https://example.com/a.png'))], ctx)).toContain('A picture is missing here.')
  expect(renderPart([block('video', external('https://youtu.be/dQw4w9WgXcQ'))], ctx)).not.toBeNull()
})

test('removes characters that Postgres or JSON cannot store', async () => {
  const odd: RichTextItemResponse[] = [text('a\u0000b\ud800c\u0007d\r\ne')]
  expect(await render(paragraph(odd))).toBe('<p>ab\ufffdcd<br />e</p>')
})
