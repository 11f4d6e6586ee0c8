import { type BlockObjectRequest, collectPaginatedAPI, isFullBlock } from '@notionhq/client'
import { afterAll, describe, expect, test } from 'vitest'
import { createDataSource, createPage, paragraph, startNotion, text } from './testing/start-notion.ts'

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

test('returns blocks in Notion’s format, with default values', async () => {
  const page = await createPage(notion, 'Form', { children: [paragraph('Hello')] })
  const [block] = await list(page.id)
  expect(block).toEqual({
    object: 'block',
    id: expect.stringMatching(/^[0-9a-f]{8}-/),
    parent: { type: 'page_id', page_id: page.id },
    created_time: expect.stringMatching(/:00\.000Z$/),
    last_edited_time: expect.stringMatching(/:00\.000Z$/),
    created_by: { object: 'user', id: expect.any(String) },
    last_edited_by: { object: 'user', id: expect.any(String) },
    has_children: false,
    in_trash: false,
    type: 'paragraph',
    paragraph: {
      color: 'default',
      icon: null,
      rich_text: [
        {
          type: 'text',
          text: { content: 'Hello', link: null },
          annotations: { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' },
          plain_text: 'Hello',
          href: null,
        },
      ],
    },
  })
})

test('stores and returns every block type that requests may create', async () => {
  const page = await createPage(notion, 'Types')
  const row = { table_row: { cells: [text('a'), text('b')] } }
  const children: BlockObjectRequest[] = [
    ...(['heading_1', 'heading_2', 'heading_3', 'bulleted_list_item', 'numbered_list_item', 'quote', 'toggle'] as const).map(
      (type) => ({ type, [type]: { rich_text: text(type) } }) as unknown as BlockObjectRequest,
    ),
    { to_do: { rich_text: text('do'), checked: true } },
    { callout: { rich_text: text('mind'), icon: { emoji: '💡' }, color: 'yellow_background' } },
    { code: { rich_text: text('1'), language: 'typescript' } },
    { equation: { expression: 'e=mc^2' } },
    { divider: {} },
    { bookmark: { url: 'https://example.com/' } },
    { embed: { url: 'https://example.com/', caption: text('Here') } },
    { image: { external: { url: 'https://example.com/a.png' } } },
    { video: { type: 'external', external: { url: 'https://example.com/a.mp4' } } },
    { pdf: { external: { url: 'https://example.com/a.pdf' } } },
    { audio: { external: { url: 'https://example.com/a.mp3' } } },
    { file: { external: { url: 'https://example.com/a.zip' }, name: 'a.zip' } },
    { synced_block: { synced_from: null, children: [paragraph('shared')] } },
    { table: { table_width: 2, has_column_header: true, children: [row, row] } },
  ]
  await notion.client.blocks.children.append({ block_id: page.id, children })
  const blocks = await list(page.id)
  expect(blocks.map((block) => block.type)).toEqual(children.map((child) => Object.keys(child).find((key) => key !== 'type')))
  expect(blocks.filter((block) => block.has_children).map((block) => block.type)).toEqual(['synced_block', 'table'])
  expect(blocks.find((block) => block.type === 'table')).toMatchObject({
    table: { table_width: 2, has_column_header: true, has_row_header: false },
  })
  const table = blocks.at(-1)?.id ?? ''
  expect((await list(table))[0]).toMatchObject({ type: 'table_row', parent: { type: 'block_id', block_id: table } })
})

describe('lists', () => {
  test('come in pages of at most a hundred, with a cursor to the next', async () => {
    const page = await createPage(notion, 'Long', { children: Array.from({ length: 100 }, (_, index) => paragraph(`${index}`)) })
    await notion.client.blocks.children.append({ block_id: page.id, children: [paragraph('100'), paragraph('101')] })
    const first = await notion.client.blocks.children.list({ block_id: page.id })
    expect(first).toMatchObject({ object: 'list', type: 'block', block: {}, has_more: true, next_cursor: expect.any(String) })
    expect(first.results).toHaveLength(100)
    const rest = await notion.client.blocks.children.list({ block_id: page.id, start_cursor: first.next_cursor })
    expect(rest).toMatchObject({ has_more: false, next_cursor: null })
    expect(await contents(page.id)).toEqual(Array.from({ length: 102 }, (_, index) => `${index}`))
    const small = await notion.client.blocks.children.list({ block_id: page.id, page_size: 7 })
    expect(small.results).toHaveLength(7)
  })

  test('refuse an unknown cursor and an invalid page size', async () => {
    const page = await createPage(notion, 'Cursors', { children: [paragraph('a')] })
    const get = (query: string) => notion.call('GET', `/blocks/${page.id}/children?${query}`)
    expect(messageOf(await get('start_cursor=abc'))).toBe('The start_cursor provided is invalid: abc')
    expect(messageOf(await get(`start_cursor=${page.id}`))).toBe(`The start_cursor provided is invalid: ${page.id}`)
    expect(messageOf(await get('page_size=101'))).toBe('query failed validation: query.page_size should be ≤ `100`, instead was `"101"`.')
    expect((await get('page_size=many')).status).toBe(400)
    expect(messageOf(await get('limit=1'))).toBe('query failed validation: query.limit should be not present, instead was `"1"`.')
  })
})

describe('changing and removing', () => {
  test('an update changes only the named fields', async () => {
    const page = await createPage(notion, 'Update', { children: [{ to_do: { rich_text: text('a'), checked: true, color: 'red' } }] })
    const [todo] = await list(page.id)
    const updated = await notion.client.blocks.update({ block_id: todo?.id ?? '', to_do: { rich_text: text('b') } })
    expect(updated).toMatchObject({ to_do: { rich_text: [{ plain_text: 'b' }], checked: true, color: 'red' } })
    const wrong = await notion.call('PATCH', `/blocks/${todo?.id}`, { paragraph: { rich_text: [] } })
    expect(messageOf(wrong)).toContain('body.paragraph should be not present')
  })

  test('a deleted block moves to the trash, cannot be edited there, and can be restored', async () => {
    const page = await createPage(notion, 'Trash', {
      children: [{ toggle: { rich_text: text('a'), children: [paragraph('in')] } }, paragraph('b')],
    })
    const [toggle] = await list(page.id)
    const id = toggle?.id ?? ''
    const [inner] = await list(id)
    expect(await notion.client.blocks.delete({ block_id: id })).toMatchObject({ in_trash: true })
    expect(await contents(page.id)).toEqual(['b'])
    expect(await notion.client.blocks.retrieve({ block_id: id })).toMatchObject({ in_trash: true })
    for (const edit of [
      () => notion.client.blocks.update({ block_id: id, toggle: { rich_text: [] } }),
      () => notion.client.blocks.update({ block_id: inner?.id ?? '', paragraph: { rich_text: [] } }),
      () => notion.client.blocks.children.append({ block_id: id, children: [paragraph('x')] }),
      () => notion.client.blocks.delete({ block_id: id }),
    ]) {
      await expect(edit()).rejects.toThrow("Can't edit block that is archived. You must unarchive the block before editing.")
    }
    await notion.client.blocks.update({ block_id: id, in_trash: false })
    expect(await contents(page.id)).toEqual(['a', 'b'])
    expect(await contents(id)).toEqual(['in'])
  })
})

test('lists pages and databases among the blocks of a page, in order', async () => {
  const page = await createPage(notion, 'Parent', { children: [paragraph('first')] })
  const child = await createPage(notion, 'Child', { parent: { page_id: page.id } })
  const parent = { type: 'page_id', page_id: page.id } as const
  const database = await notion.client.databases.create({ parent, title: text('Table') })
  await notion.client.blocks.children.append({ block_id: page.id, children: [paragraph('last')] })
  expect((await list(page.id)).map(({ type, id }) => [type, id])).toEqual([
    ['paragraph', expect.any(String)],
    ['child_page', child.id],
    ['child_database', database.id],
    ['paragraph', expect.any(String)],
  ])
  expect(await contents(page.id)).toEqual(['first', 'Child', 'Table', 'last'])
  expect((await notion.call('GET', `/blocks/${database.id}/children`)).body).toMatchObject({ code: 'validation_error' })
})

test('an edit of a nested block updates the edit time of its page, in whole minutes', async () => {
  const { dataSourceId } = await createDataSource(notion, 'Times')
  const page = await createPage(notion, 'Edited', {
    parent: { data_source_id: dataSourceId },
    properties: {},
    children: [{ toggle: { rich_text: [], children: [paragraph('in')] } }],
  })
  const [toggle] = await list(page.id)
  const [inner] = await list(toggle?.id ?? '')
  const edited = async () => {
    const response = await notion.client.pages.retrieve({ page_id: page.id })
    return 'last_edited_time' in response ? Date.parse(response.last_edited_time) : Number.NaN
  }
  const edits = [
    () => notion.client.blocks.update({ block_id: inner?.id ?? '', paragraph: { rich_text: text('changed') } }),
    () => notion.client.blocks.children.append({ block_id: toggle?.id ?? '', children: [paragraph('new')] }),
    () => notion.client.blocks.delete({ block_id: inner?.id ?? '' }),
  ]
  for (const edit of edits) {
    const before = await edited()
    await notion.clock.advance(120, 'notion')
    await edit()
    expect(await edited()).toBe(before + 120_000)
  }
  await notion.clock.reset()
})

test('each concurrent write of a page is stored once, or gets a conflict', async () => {
  const page = await createPage(notion, 'Crowd')
  const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => append(page.id, [paragraph(`${index}`)])))
  const arrived = responses.filter(({ status }) => status === 200).length
  expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const found = await contents(page.id)
  expect(found).toHaveLength(arrived)
  expect(new Set(found).size).toBe(arrived)
})
