import { collectPaginatedAPI, isFullBlock } from '@notionhq/client'
import { afterAll, expect, test } from 'vitest'
import { NOTION_ROOT_PAGE_ID } from './notion-standin.ts'
import { createPage, paragraph, startNotion, text } from './testing/start-notion.ts'

const notion = await startNotion()
afterAll(() => notion.stop())

const list = async (id: string) =>
  (await collectPaginatedAPI(notion.client.blocks.children.list, { block_id: id })).filter((block) => isFullBlock(block))
const contents = async (id: string) =>
  (await list(id)).map((block) => {
    const content = (block as unknown as Record<string, { rich_text?: { plain_text: string }[]; title?: string }>)[block.type]
    return content?.title ?? (content?.rich_text ?? []).map((item) => item.plain_text).join('')
  })
const append = (id: string, children: unknown, more: object = {}) => notion.call('PATCH', `/blocks/${id}/children`, { children, ...more })
const messageOf = (response: { body: Record<string, unknown> }) => response.body.message

test('appends blocks at the end, returns them, and refuses another position', async () => {
  const page = await createPage(notion, 'Places', { children: [paragraph('a')] })
  const appended = await notion.client.blocks.children.append({ block_id: page.id, children: [paragraph('b')] })
  expect(appended.results).toMatchObject([{ paragraph: { rich_text: [{ plain_text: 'b' }] } }])
  for (const place of [{ position: { type: 'start' } }, { after: page.id }]) {
    expect(messageOf(await append(page.id, [paragraph('c')], place))).toContain('should be not present')
  }
  expect(await contents(page.id)).toEqual(['a', 'b'])
})

test('appends two levels in one request, and deeper ones in further requests', async () => {
  const page = await createPage(notion, 'Deep')
  const nested = (name: string, children?: unknown[]) => ({ toggle: { rich_text: text(name), ...(children && { children }) } })
  expect((await append(page.id, [nested('1', [nested('2', [nested('3')])])])).status).toBe(200)
  const tooDeep = await append(page.id, [nested('1', [nested('2', [nested('3', [nested('4')])])])])
  const where = 'body.children[0].toggle.children[0].toggle.children[0].toggle.children'
  expect(messageOf(tooDeep)).toContain(`body failed validation: ${where} should be not present, instead was`)
  const [one] = await list(page.id)
  const [two] = await list(one?.id ?? '')
  const [three] = await list(two?.id ?? '')
  expect((await append(three?.id ?? '', [paragraph('4')])).status).toBe(200)
  expect(await contents(three?.id ?? '')).toEqual(['4'])
})

test('refuses lists, texts and requests beyond the limits, and names the field', async () => {
  const page = await createPage(notion, 'Limits')
  const many = await append(
    page.id,
    Array.from({ length: 101 }, () => paragraph('x')),
  )
  expect(messageOf(many)).toBe('body failed validation: body.children.length should be ≤ `100`, instead was `101`.')
  const long = await append(page.id, [paragraph('x'.repeat(2001))])
  const at = 'body.children[0].paragraph.rich_text[0].text.content'
  expect(messageOf(long)).toBe(`body failed validation: ${at}.length should be ≤ \`2000\`, instead was \`2001\`.`)
  const pieces = await append(page.id, [{ paragraph: { rich_text: Array.from({ length: 101 }, () => text('x')[0]) } }])
  expect(messageOf(pieces)).toContain('body.children[0].paragraph.rich_text.length should be ≤ `100`')
  const toggles = Array.from({ length: 20 }, () => ({
    toggle: { rich_text: [], children: Array.from({ length: 60 }, () => paragraph('x')) },
  }))
  expect(messageOf(await append(page.id, toggles))).toContain('should contain ≤ `1000` blocks, instead was `1220`')
  expect(await contents(page.id)).toEqual([])
})

test.each([
  ['an unknown type', { sparkle: {} }, 'body.children[0].paragraph should be defined'],
  [
    'an unknown field',
    { paragraph: { rich_text: [], size: 3 } },
    'body.children[0].paragraph.size should be not present, instead was `3`.',
  ],
  ['a field beside the type', { paragraph: { rich_text: [] }, id: 'x' }, 'body.children[0].id should be not present'],
  [
    'a type that contradicts',
    { type: 'quote', paragraph: { rich_text: [] } },
    'body.children[0].type should be `"paragraph"`, instead was `"quote"`.',
  ],
  ['two types', { quote: { rich_text: [] }, paragraph: { rich_text: [] } }, 'should be not present'],
  ['text that is not rich text', { paragraph: { rich_text: 'Hello' } }, 'body.children[0].paragraph.rich_text should be an array'],
  ['missing text', { paragraph: {} }, 'body.children[0].paragraph.rich_text should be defined, instead was `undefined`.'],
  [
    'a color that Notion does not have',
    { paragraph: { rich_text: [], color: 'lilac' } },
    'body.children[0].paragraph.color should be `"default"`, ',
  ],
  ['an unknown language', { code: { rich_text: [], language: 'klingon' } }, 'body.children[0].code.language should be `"abap"`'],
  [
    'a link that leads nowhere',
    { paragraph: { rich_text: [{ text: { content: 'a', link: { url: 'example' } } }] } },
    'should be a valid URL for link',
  ],
  ['an image without a source', { image: {} }, 'body.children[0].image.external should be defined'],
  ['an upload that does not exist', { image: { file_upload: { id: NOTION_ROOT_PAGE_ID } } }, 'Could not find file_upload'],
  ['a table without rows', { table: { table_width: 1, children: [] } }, 'body.children[0].table.children.length should be ≥ `1`'],
  [
    'a row of another width',
    { table: { table_width: 2, children: [{ table_row: { cells: [[]] } }] } },
    'Number of cells in table row must match the table width of the parent table',
  ],
  ['a table of paragraphs', { table: { table_width: 1, children: [paragraph('x')] } }, 'should contain only `table_row` blocks'],
  ['a mention', { paragraph: { rich_text: [{ mention: { date: { start: '2026-03-08' } } }] } }, '.mention should be not present'],
  ['columns', { column_list: { children: [] } }, 'body.children[0].paragraph should be defined'],
  ['children of a divider', { divider: { children: [] } }, 'body.children[0].divider.children should be not present'],
  ['children of a plain heading', { heading_2: { rich_text: [], children: [paragraph('x')] } }, 'is_toggleable should be `true`'],
])('appending refuses %s', async (_name, block, message) => {
  const response = await append(NOTION_ROOT_PAGE_ID, [block])
  expect(response.body).toMatchObject({ object: 'error', message: expect.stringContaining(message) })
  expect(response.status).toBeLessThan(500)
})

test('refuses to append to parents that allow no children', async () => {
  const page = await createPage(notion, 'Leaf', { children: [{ divider: {} }, { heading_2: { rich_text: text('h') } }] })
  const [divider, heading] = await list(page.id)
  expect(messageOf(await append(divider?.id ?? '', [paragraph('x')]))).toBe('Block with type divider does not support children.')
  expect(messageOf(await append(heading?.id ?? '', [paragraph('x')]))).toBe('Block with type heading_2 does not support children.')
})
