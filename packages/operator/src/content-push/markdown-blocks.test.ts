import { describe, expect, test } from 'vitest'
import { splitLongText } from './inline-text.ts'
import { type Block, markdownToBlocks } from './markdown-blocks.ts'

type Item = { text: { content: string; link?: { url: string } }; annotations?: Record<string, boolean> }
const items = (block: Block | undefined) => (block?.content.rich_text ?? []) as Item[]
const text = (block: Block | undefined) =>
  items(block)
    .map((item) => item.text.content)
    .join('')
const outline = (blocks: readonly Block[]): unknown[] =>
  blocks.map((block) => (block.children.length === 0 ? [block.type, text(block)] : [block.type, text(block), outline(block.children)]))
const only = (markdown: string) => {
  const [block, ...others] = markdownToBlocks(markdown)
  expect(others).toEqual([])
  return block
}

test('headings keep their level down to the third', () => {
  expect(outline(markdownToBlocks('# A\n\n## B\n\n### C\n\n#### D'))).toEqual([
    ['heading_1', 'A'],
    ['heading_2', 'B'],
    ['heading_3', 'C'],
    ['heading_3', 'D'],
  ])
})

test('converts emphasis, code, links and their nesting to annotated text', () => {
  expect(items(only('a **b *c*** `d` ~~e~~ [f **g**](https://example.com/)'))).toEqual([
    { text: { content: 'a ' } },
    { text: { content: 'b ' }, annotations: { bold: true } },
    { text: { content: 'c' }, annotations: { bold: true, italic: true } },
    { text: { content: ' ' } },
    { text: { content: 'd' }, annotations: { code: true } },
    { text: { content: ' ' } },
    { text: { content: 'e' }, annotations: { strikethrough: true } },
    { text: { content: ' ' } },
    { text: { content: 'f ', link: { url: 'https://example.com/' } } },
    { text: { content: 'g', link: { url: 'https://example.com/' } }, annotations: { bold: true } },
  ])
})

test('joins the lines of a paragraph, except after two spaces or a backslash', () => {
  expect(text(only('one\ntwo'))).toBe('one two')
  expect(text(only('one  \ntwo\\\nthree'))).toBe('one\ntwo\nthree')
})

test('unescapes characters and entities', () => {
  expect(text(only('5 &lt; 6 &amp; \\*not bold\\* <https://example.com>'))).toBe('5 < 6 & *not bold* https://example.com')
})

test('converts nested lists, loose and tight, with other blocks in their items', () => {
  expect(outline(markdownToBlocks('1. one\n   - inner\n     - deep\n2. two\n\n   more\n\n   ```js\n   x\n   ```'))).toEqual([
    ['numbered_list_item', 'one', [['bulleted_list_item', 'inner', [['bulleted_list_item', 'deep']]]]],
    [
      'numbered_list_item',
      'two',
      [
        ['paragraph', 'more'],
        ['code', 'x'],
      ],
    ],
  ])
})

test('keeps the state of tasks', () => {
  expect(markdownToBlocks('- [x] done\n- [ ] open').map((block) => [block.type, text(block), block.content.checked])).toEqual([
    ['to_do', 'done', true],
    ['to_do', 'open', false],
  ])
})

test('converts quotes, and marked quotes to callouts with an icon', () => {
  expect(outline(markdownToBlocks('> said\n>\n> twice'))).toEqual([['quote', 'said', [['paragraph', 'twice']]]])
  const callout = only('> [!WARNING]\n> Mind **this**.\n>\n> - and that')
  expect(outline(callout ? [callout] : [])).toEqual([['callout', 'Mind this.', [['bulleted_list_item', 'and that']]]])
  expect(callout?.content.icon).toEqual({ type: 'emoji', emoji: '⚠️' })
})

test('keeps code and its language, if Notion knows the language', () => {
  const code = only('```ts\nconst a = `<b>` // &amp;\n\n  indented\n```')
  expect(text(code)).toBe('const a = `<b>` // &amp;\n\n  indented')
  expect(code?.content.language).toBe('typescript')
  expect(only('```text\na\n```')?.content.language).toBe('plain text')
  expect(only('```whatever\na\n```')?.content.language).toBe('plain text')
  expect(only('```\na\n```')?.content.language).toBe('plain text')
})

test('keeps the header and all cells of tables', () => {
  const table = only('| A | B |\n| - | - |\n| `1` | |')
  expect(table?.content).toEqual({ table_width: 2, has_column_header: true, has_row_header: false })
  expect(
    table?.children.map((row) => (row.content.cells as Item[][]).map((cell) => cell.map((item) => item.text.content).join(''))),
  ).toEqual([
    ['A', 'B'],
    ['1', ''],
  ])
})

test('uploads pictures and videos of the folder, and links external ones', () => {
  expect(only('![Alt *text*](./map.svg)')).toMatchObject({
    type: 'image',
    file: './map.svg',
    content: { caption: [{ text: { content: 'Alt ' } }, {}] },
  })
  expect(only('![Clip](clip.webm)')).toMatchObject({ type: 'video', file: 'clip.webm' })
  expect(only('![](https://example.com/a.png)')?.content).toMatchObject({
    type: 'external',
    external: { url: 'https://example.com/a.png' },
  })
  expect(only('![Clip](https://player.vimeo.com/video/1)')).toMatchObject({
    type: 'embed',
    content: { url: 'https://player.vimeo.com/video/1' },
  })
})

test('converts a rule to a divider, and drops comments', () => {
  expect(outline(markdownToBlocks('a\n\n---\n\n<!-- to self -->\n\nb'))).toEqual([
    ['paragraph', 'a'],
    ['divider', ''],
    ['paragraph', 'b'],
  ])
})

test('makes third-level headings below "Pro tips" toggles', () => {
  const markdown = '### before\n\n## Pro Tips\n\nintro\n\n### One\n\nwhy\n\n- how\n\n### Two\n\n## Transition\n\n### not a tip'
  expect(outline(markdownToBlocks(markdown))).toEqual([
    ['heading_3', 'before'],
    ['heading_2', 'Pro Tips'],
    ['paragraph', 'intro'],
    [
      'toggle',
      'One',
      [
        ['paragraph', 'why'],
        ['bulleted_list_item', 'how'],
      ],
    ],
    ['toggle', 'Two'],
    ['heading_2', 'Transition'],
    ['heading_3', 'not a tip'],
  ])
})

describe('nothing gets lost silently', () => {
  test.each([
    ['HTML', '<details>x</details>'],
    ['HTML within a line', 'a <b>c</b>'],
    ['a picture within a line', 'see ![this](a.png) here'],
  ])('%s is refused with an excerpt', (_name, markdown) => {
    expect(() => markdownToBlocks(markdown)).toThrow(/Markdown of the kind/)
  })

  test('refuses a paragraph of more than a hundred rich text items', () => {
    expect(() => markdownToBlocks('`a` b '.repeat(60))).toThrow('more than the 100 rich text items')
  })
})

describe('texts are split at 2,000 characters', () => {
  test('without losing text', () => {
    const long = 'abcde '.repeat(1000)
    const parts = items(only(`\`\`\`\n${long}\n\`\`\``)).map((item) => item.text.content)
    expect(parts.map((part) => part.length)).toEqual([2000, 2000, 2000])
    expect(parts.join('')).toBe(long)
  })

  test('never within a surrogate pair', () => {
    const parts = splitLongText(`${'a'.repeat(1999)}😀${'b'.repeat(10)}`)
    expect(parts.map((part) => part.length)).toEqual([1999, 12])
    expect(parts.every((part) => part.isWellFormed())).toBe(true)
  })

  test('text of exactly the limit is not split', () => {
    expect(splitLongText('a'.repeat(2000))).toHaveLength(1)
    expect(splitLongText('')).toEqual([])
  })
})
