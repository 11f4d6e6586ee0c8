import { htmlParts } from '@academy/contract/tutorial-parts'
import { expect, test, vi } from 'vitest'
import { block, code, external, heading2, paragraph, text, toggle } from '../../../testing/notion-blocks.ts'
import { renderContext } from '../../../testing/render-blocks.ts'
import type { BlockNode } from '../render/block-node.ts'
import type { RenderContext } from '../render/render-context.ts'
import { renderTutorial } from './tutorial-parts.ts'

function render(nodes: BlockNode[], video: string | null = null) {
  const warnings: string[] = []
  const parts = renderTutorial(nodes, video, renderContext({ warn: (rule) => void warnings.push(rule) }))
  return { parts, warnings }
}

const page = [
  paragraph('Before any heading'),
  heading2('Description'),
  paragraph('What you build'),
  heading2('TOOLS'),
  paragraph('An editor'),
  heading2('Video'),
  block('video', external('https://youtu.be/dQw4w9WgXcQ')),
  heading2('Prompt'),
  code('You are <a> tutor.\n\nAsk me.'),
  heading2('code-sample:'),
  code('const a = 1', 'javascript'),
  heading2('Pro tips'),
  toggle('Be brief', [paragraph('Really')]),
  toggle('Be kind', []),
  heading2('Transition'),
  paragraph('Next: deploy'),
]

test('TUT-10 TUT-11 splits a page into sections by headings, ignoring case', () => {
  const { parts, warnings } = render(page)
  expect(parts.description).toBe('<p>Before any heading</p><p>What you build</p>')
  expect(parts.tools).toBe('<p>An editor</p>')
  expect(parts.video).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  expect(parts.prompt).toBe(
    '<pre class="code" data-language="plain text" tabindex="0"><code>You are &lt;a&gt; tutor.\n\nAsk me.</code></pre>',
  )
  expect(parts.code_sample).toContain('const a = 1')
  expect(parts.tips).toEqual([
    { parent_html: 'Be brief', children_html: '<p>Really</p>' },
    { parent_html: 'Be kind', children_html: '' },
  ])
  expect(parts.transition).toBe('<p>Next: deploy</p>')
  expect(warnings).toEqual([])
})

test('TUT-10 a heading names its section at any level, with punctuation and emoji', () => {
  const heading = (content: string) => ({ rich_text: [text(content)], color: 'default' as const, is_toggleable: false })
  const { parts, warnings } = render([
    block('heading_1', heading('🧰 Tools')),
    paragraph('a'),
    block('heading_3', heading('Prompt: 💡')),
    paragraph('b'),
    block('heading_4', heading('Code-sample!')),
    paragraph('c'),
    block('heading_3', heading('A step')),
    heading2('Transition …'),
    paragraph('d'),
  ])
  expect(parts).toMatchObject({ tools: '<p>a</p>', prompt: '<p>b</p>', code_sample: '<p>c</p><h3>A step</h3>', transition: '<p>d</p>' })
  expect(warnings).toEqual([])
})

test('TUT-10 missing and empty sections are null', () => {
  expect(render([heading2('Prompt'), paragraph(''), heading2('Video')]).parts).toEqual({
    ...Object.fromEntries(htmlParts.map((part) => [part, null])),
    tips: [],
  })
})

test('a toggle heading contains its section, and a repeated heading continues it', () => {
  const { parts } = render([
    heading2('Tools', [paragraph('one')]),
    paragraph('two'),
    heading2('Prompt'),
    paragraph('p'),
    heading2('tools'),
    paragraph('three'),
  ])
  expect(parts.tools).toBe('<p>one</p><p>two</p><p>three</p>')
})

test('TUT-10 headings inside a synced block name their sections', () => {
  const synced = (...children: BlockNode[]) => block('synced_block', { synced_from: null }, children)
  const { parts, warnings } = render([
    paragraph('d'),
    synced(heading2('Tools'), paragraph('one')),
    paragraph('two'),
    synced(synced(heading2('Pro tips')), toggle('Be brief', [])),
    heading2('Transition'),
    synced(paragraph('t')),
  ])
  expect(parts).toMatchObject({ description: '<p>d</p>', tools: '<p>one</p><p>two</p>', transition: '<p>t</p>' })
  expect(parts.tips).toEqual([{ parent_html: 'Be brief', children_html: '' }])
  expect(warnings).toEqual([])
})

test('TUT-10 headings inside columns name their sections; other columns stay beside each other', () => {
  const columns = (...children: BlockNode[][]) =>
    block(
      'column_list',
      {},
      children.map((blocks) => block('column', { width_ratio: 0.5 }, blocks)),
    )
  const { parts, warnings } = render([
    columns([heading2('Description'), paragraph('d')], [heading2('Tools'), paragraph('one')]),
    columns([paragraph('left')], [paragraph('right')]),
  ])
  const beside = '<div class="columns"><div class="column"><p>left</p></div><div class="column"><p>right</p></div></div>'
  expect(parts).toMatchObject({ description: '<p>d</p>', tools: `<p>one</p>${beside}` })
  expect(warnings).toEqual([])
})

test('keeps and reports a heading that names no section', () => {
  const { parts, warnings } = render([heading2('Description'), heading2('Promt'), paragraph('x')])
  expect(parts.description).toBe('<h3>Promt</h3><p>x</p>')
  expect(warnings).toEqual(['unknown_section'])
})

test('TUT-22 omits and reports blocks under Pro tips that are not toggles', () => {
  const { parts, warnings } = render([heading2('Pro tips'), paragraph('loose'), paragraph(''), toggle('kept', [])])
  expect(parts.tips).toEqual([{ parent_html: 'kept', children_html: '' }])
  expect(warnings).toEqual(['tip_outside_toggle'])
})

test('TUT-22 a toggle heading of any level is a tip', () => {
  const tips = [1, 2, 3, 4].map((level) => {
    const heading = { rich_text: [text(`Tip ${level}`)], color: 'default' as const, is_toggleable: true }
    return block(`heading_${level}` as 'heading_2', heading, [paragraph('Why')])
  })
  const { parts, warnings } = render([heading2('Pro tips'), ...tips])
  expect(parts.tips).toEqual([1, 2, 3, 4].map((level) => ({ parent_html: `Tip ${level}`, children_html: '<p>Why</p>' })))
  // Headings 1 and 2 may be misspelled names of sections.
  expect(warnings).toEqual(['unknown_section', 'unknown_section'])
})

test('TUT-22 omits toggles without a first line, and reports those with a content', () => {
  const { parts, warnings } = render([heading2('Pro tips'), toggle('', []), toggle(' ', [paragraph('')]), toggle('', [paragraph('Why')])])
  expect(parts.tips).toEqual([])
  expect(warnings).toEqual(['tip_without_name'])
})

test('TUT-14 the Video property takes precedence over a video on the page, and other hosts become links', () => {
  const twice = render(
    [heading2('Video'), block('video', external('https://youtu.be/dQw4w9WgXcQ')), paragraph('Watch to 3:00')],
    'https://vimeo.com/76979871',
  )
  expect(twice.parts.video).toContain('https://player.vimeo.com/video/76979871')
  expect(twice.parts.video).not.toContain('youtube')
  expect(twice.parts.video).toContain('<p>Watch to 3:00</p>')
  expect(twice.warnings).toEqual(['video_twice'])
  const foreign = render([], 'https://videos.example/1')
  expect(foreign.parts.video).toMatch(/^<p><a href="https:\/\/videos.example\/1" target="_blank"/)
  expect(foreign.warnings).toEqual(['video_host'])
  expect(render([], 'javascript:alert(1)').parts.video).toBeNull()
})

test('TEACH-08 a row of the table "Step / You should see" that names no step is a warning', () => {
  const row = (...cells: string[]) => block('table_row', { cells: cells.map((cell) => [text(cell)]) })
  const heading3 = (content: string) => block('heading_3', { rich_text: [text(content)], color: 'default', is_toggleable: false })
  const rows = [row('Step', 'You should see'), row('2', 'A list'), row('The plan', 'A page'), row('Ship it', 'Nothing')]
  const table = block('table', { has_column_header: true, has_row_header: false, table_width: 2 }, rows)
  const { warnings, parts } = render([
    heading2('Description'),
    heading3('The plan'),
    paragraph('a'),
    heading3('The build'),
    paragraph('b'),
    table,
  ])
  expect(warnings).toEqual(['step_not_found'])
  expect(parts.description).toContain('A page')
})

test.each([
  ['a period in the name', 'Sell {{product.name}} now.', '“{{product.name}} now.”'],
  ['one brace at the end', 'Sell {{product} now.\nThen stop.', '“{{product} now.”'],
  ['no name', 'Sell {{ }}.', '“{{ }}.”'],
])('SYNC-20 warns of a field with %s in a prompt', (_, prompt, named) => {
  const warn = vi.fn<RenderContext['warn']>()
  renderTutorial([heading2('Prompt'), code(prompt), heading2('Code sample'), code(prompt)], null, renderContext({ warn }))
  expect(warn.mock.calls).toEqual([['field_invalid', expect.stringContaining(named), expect.any(String)]])
})

test('SYNC-20 warns of a field outside of a code block, unless inline code explains it', () => {
  const inline = [text('Replace '), text('{{product}}', { code: true }), text(' by yours.')]
  const { warnings } = render([heading2('Prompt'), paragraph(inline), code('Sell {{product}}, not \\{{this}} and {{{that}}}.')])
  expect(warnings).toEqual([])
  expect(render([heading2('Prompt'), toggle('Long', [paragraph('Sell {{product}}.')])]).warnings).toEqual(['field_outside_code'])
  expect(render([heading2('Description'), paragraph('Sell {{product}}.')]).warnings).toEqual([])
})
