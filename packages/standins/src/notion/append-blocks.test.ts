import { afterAll, expect, test } from 'vitest'
import { NOTION_ROOT_PAGE_ID } from './notion-standin.ts'
import { createPage, paragraph, startNotion, text } from './testing/start-notion.ts'

const notion = await startNotion()
afterAll(() => notion.stop())

const append = (id: string, children: unknown) => notion.call('PATCH', `/blocks/${id}/children`, { children })
const messageOf = (response: { body: Record<string, unknown> }) => response.body.message

test('refuses lists, texts and requests beyond the limits, and names the field', async () => {
  const { id } = await createPage(notion, 'Limits')
  const refusedAt = async (children: unknown[]) => messageOf(await append(id, children))
  const many = (length: number) => Array.from({ length }, () => paragraph('x'))
  expect(await refusedAt(many(101))).toMatch(/^body failed validation: body\.children: /)
  expect(await refusedAt([paragraph('x'.repeat(2001))])).toContain('body.children[0].paragraph.rich_text[0]')
  const pieces = [{ paragraph: { rich_text: Array.from({ length: 101 }, () => text('x')[0]) } }]
  expect(await refusedAt(pieces)).toContain('body.children[0].paragraph.rich_text: ')
  const toggles = Array.from({ length: 20 }, () => ({ toggle: { rich_text: [], children: many(60) } }))
  expect(await refusedAt(toggles)).toContain('should contain ≤ `1000` blocks, instead was `1220`')
  const nested = (children: unknown[]) => [{ toggle: { rich_text: [], children } }]
  expect(await refusedAt(nested(nested(nested(many(1)))))).toContain('toggle.children[0].toggle.children[0].toggle: ')
  expect((await append(id, nested(nested(many(1))))).status).toBe(200)
})

test.each([
  ['an unknown type', { sparkle: {} }, 'body.children[0] has none of the types'],
  ['an unknown field', { paragraph: { rich_text: [], size: 3 } }, 'body.children[0].paragraph: '],
  ['a field beside the type', { paragraph: { rich_text: [] }, id: 'x' }, 'body.children[0]: '],
  ['a type that contradicts', { type: 'quote', paragraph: { rich_text: [] } }, 'body.children[0].type: '],
  ['two types', { quote: { rich_text: [] }, paragraph: { rich_text: [] } }, 'body.children[0]: '],
  ['text that is not rich text', { paragraph: { rich_text: 'Hello' } }, 'body.children[0].paragraph.rich_text: '],
  ['missing text', { paragraph: {} }, 'body.children[0].paragraph.rich_text: '],
  ['a color that Notion does not have', { paragraph: { rich_text: [], color: 'lilac' } }, 'body.children[0].paragraph.color: '],
  ['an unknown language', { code: { rich_text: [], language: 'klingon' } }, 'body.children[0].code.language: '],
  [
    'a link that leads nowhere',
    { paragraph: { rich_text: [{ text: { content: 'a', link: { url: 'example' } } }] } },
    'should be a valid URL for link',
  ],
  ['an image without a source', { image: {} }, 'body.children[0].image.external should be defined'],
  ['an upload that does not exist', { image: { file_upload: { id: NOTION_ROOT_PAGE_ID } } }, 'Could not find file_upload'],
  ['a table without rows', { table: { table_width: 1, children: [] } }, 'body.children[0].table.children should contain'],
  [
    'a row of another width',
    { table: { table_width: 2, children: [{ table_row: { cells: [[]] } }] } },
    'Number of cells in table row must match the table width of the parent table',
  ],
  ['a table of paragraphs', { table: { table_width: 1, children: [paragraph('x')] } }, 'should contain `table_row` blocks'],
  ['a mention', { paragraph: { rich_text: [{ mention: { date: { start: '2026-03-08' } } }] } }, 'rich_text[0]: '],
  ['columns', { column_list: { children: [] } }, 'body.children[0] has none of the types'],
  ['children of a divider', { divider: { children: [] } }, 'body.children[0].divider: '],
  ['children of a plain heading', { heading_2: { rich_text: [], children: [paragraph('x')] } }, 'is_toggleable should be `true`'],
])('appending refuses %s', async (_name, block, message) => {
  const response = await append(NOTION_ROOT_PAGE_ID, [block])
  expect(response.body).toMatchObject({ object: 'error', message: expect.stringContaining(message) })
  expect(response.status).toBeLessThan(500)
})
