import { afterAll, expect, test } from 'vitest'
import { NOTION_ROOT_PAGE_ID } from './notion-standin.ts'
import { createDataSource, createPage, paragraph, startNotion, text } from './testing/start-notion.ts'

const notion = await startNotion()
afterAll(() => notion.stop())
const columns = {
  Name: { title: {} },
  Text: { rich_text: {} },
  Order: { number: {} },
  Free: { checkbox: {} },
  Feedback: { select: { options: [{ name: 'feedback' }] } },
  Tag: { multi_select: {} },
  Day: { date: {} },
  Video: { url: {} },
  Diagram: { files: {} },
}
const { dataSourceId: source } = await createDataSource(notion, 'Everything', columns)

const create = (properties: object) => notion.call('POST', '/pages', { parent: { data_source_id: source }, properties })

test('returns every column of a page, also empty ones', async () => {
  const { status, body } = await create({ Name: { title: text('Row') } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ object: 'page', parent: { type: 'data_source_id', data_source_id: source }, in_trash: false, icon: null })
  const values = Object.entries(body.properties as Record<string, { type: string }>).map(([name, value]) => [
    name,
    Reflect.get(value, value.type),
  ])
  expect(Object.fromEntries(values)).toEqual({
    Name: [expect.objectContaining({ plain_text: 'Row' })],
    Text: [],
    Order: null,
    Free: false,
    Feedback: null,
    Tag: [],
    Day: null,
    Video: null,
    Diagram: [],
  })
})

test('stores values as given, and creates options for new names', async () => {
  const given = {
    Text: { rich_text: text('words') },
    Order: { number: 1.5 },
    Free: { checkbox: true },
    Feedback: { select: { name: 'testimonial' } },
    Tag: { multi_select: [{ name: 'a' }, { name: 'b' }] },
    Day: { date: { start: '2026-03-08' } },
    Video: { url: 'https://example.com/v' },
    Diagram: { files: [{ name: 'd', external: { url: 'https://example.com/d.svg' } }] },
  }
  const { body } = await create(given)
  expect(body.properties).toMatchObject({
    Text: { rich_text: [{ plain_text: 'words' }] },
    Order: { number: 1.5 },
    Free: { checkbox: true },
    Feedback: { select: { name: 'testimonial', color: 'default', id: expect.any(String) } },
    Tag: { multi_select: [{ name: 'a' }, { name: 'b' }] },
    Day: { date: { start: '2026-03-08', end: null, time_zone: null } },
    Video: { url: 'https://example.com/v' },
    Diagram: { files: [{ name: 'd', type: 'external', external: { url: 'https://example.com/d.svg' } }] },
  })
  expect(await notion.client.dataSources.retrieve({ data_source_id: source })).toMatchObject({
    properties: { Feedback: { select: { options: [{ name: 'feedback' }, { name: 'testimonial' }] } } },
  })
  const again = await create({ Feedback: { select: { name: 'testimonial' } } })
  expect(again.body.properties).toMatchObject({ Feedback: (body.properties as Record<string, unknown>).Feedback })
})

test.each([
  [{ Unknown: { number: 1 } }, 'Unknown is not a property that exists.'],
  [{ Order: { rich_text: [] } }, 'Order is expected to be number.'],
  [{ Order: { number: '1' } }, 'body.properties.Order.number should be a number, instead was `"1"`.'],
  [{ Order: { number: 1, extra: 2 } }, 'body.properties.Order.extra should be not present'],
  [{ Order: null }, 'body.properties.Order should be an object'],
  [{ Free: { checkbox: null } }, 'body.properties.Free.checkbox should be a boolean, instead was `null`.'],
  [{ Feedback: { select: {} } }, 'should have a name or an id'],
  [{ Feedback: { select: { id: 'none' } } }, 'Option with id none does not exist'],
  [{ Feedback: { select: { name: 'a,b' } } }, 'commas not allowed'],
  [{ Video: { url: 'no URL' } }, 'body.properties.Video.url should be a valid URL'],
  [{ Day: { date: { start: 'soon' } } }, 'should be a valid ISO 8601 date string'],
  [{ Name: { title: text('x'.repeat(2001)) } }, '.text.content.length should be ≤ `2000`'],
])('%j is refused', async (properties, message) => {
  const { status, body } = await create(properties)
  expect(body).toMatchObject({ code: 'validation_error', message: expect.stringContaining(message) })
  expect(status).toBe(400)
})

test('a page in a page has a title and no other column', async () => {
  const page = await createPage(notion, 'Plain')
  expect(page.properties).toMatchObject({ title: { id: 'title', type: 'title', title: [{ plain_text: 'Plain' }] } })
  const wrong = await notion.call('POST', '/pages', { parent: { page_id: NOTION_ROOT_PAGE_ID }, properties: { Name: { title: [] } } })
  expect(wrong.body).toMatchObject({ message: 'Name is not a property that exists.' })
})

test('creates a page with its blocks, or not at all', async () => {
  const before = (await notion.client.blocks.children.list({ block_id: NOTION_ROOT_PAGE_ID })).results.length
  const missing = { image: { file_upload: { id: NOTION_ROOT_PAGE_ID } } }
  const { status } = await notion.call('POST', '/pages', { parent: { page_id: NOTION_ROOT_PAGE_ID }, children: [paragraph('a'), missing] })
  expect(status).toBe(404)
  expect((await notion.client.blocks.children.list({ block_id: NOTION_ROOT_PAGE_ID })).results).toHaveLength(before)
})

test('updates only the named fields, and refuses an icon, a cover and a lock', async () => {
  const page = await createPage(notion, '', {
    parent: { data_source_id: source },
    properties: { Order: { number: 1 }, Free: { checkbox: true } },
  })
  const updated = await notion.client.pages.update({
    page_id: page.id,
    properties: { Order: { number: 2 } },
  })
  expect(updated).toMatchObject({
    properties: { Order: { number: 2 }, Free: { checkbox: true } },
  })
  for (const more of [{ icon: { emoji: '📝' } }, { cover: null }, { is_locked: true }]) {
    const { status, body } = await notion.call('PATCH', `/pages/${page.id}`, more)
    expect([status, body.message]).toEqual([400, expect.stringContaining(`body.${Object.keys(more)[0]} should be not present`)])
  }
})

test('erase_content deletes the blocks of a page but keeps its pages and databases', async () => {
  const page = await createPage(notion, 'Full', { children: [paragraph('a'), { toggle: { rich_text: [], children: [paragraph('b')] } }] })
  const child = await createPage(notion, 'Child', { parent: { page_id: page.id } })
  await notion.client.pages.update({ page_id: page.id, erase_content: true })
  const { results } = await notion.client.blocks.children.list({ block_id: page.id })
  expect(results.map(({ id }) => id)).toEqual([child.id])
})

test('a page in the trash can be read and restored, but not edited', async () => {
  const page = await createPage(notion, 'Trashed', { parent: { data_source_id: source }, properties: {} })
  expect(await notion.client.pages.update({ page_id: page.id, in_trash: true })).toMatchObject({ in_trash: true })
  expect(await notion.client.pages.retrieve({ page_id: page.id })).toMatchObject({ in_trash: true })
  const edit = notion.client.pages.update({ page_id: page.id, properties: { Order: { number: 1 } } })
  await expect(edit).rejects.toThrow("Can't edit block that is archived")
  await expect(notion.client.blocks.children.append({ block_id: page.id, children: [paragraph('x')] })).rejects.toThrow("Can't edit block")
  expect(await notion.client.pages.update({ page_id: page.id, in_trash: false })).toMatchObject({ in_trash: false })
})

test('an archived page is not in the trash, and is listed; `archived` is refused, because in_trash replaced it', async () => {
  const { client } = notion
  const { dataSourceId } = await createDataSource(notion, 'Archive')
  const { id } = await client.pages.create({ parent: { data_source_id: dataSourceId }, properties: { Name: { title: [] } } })
  expect(await client.pages.update({ page_id: id, is_archived: true })).toMatchObject({ is_archived: true, in_trash: false })
  expect((await client.dataSources.query({ data_source_id: dataSourceId })).results).toMatchObject([{ id, is_archived: true }])
  expect(await client.pages.update({ page_id: id, is_archived: false })).toMatchObject({ is_archived: false })
  const { status, body } = await notion.call('PATCH', `/pages/${id}`, { archived: true })
  expect([status, body.message]).toEqual([400, 'body failed validation: body.archived should be not present, instead was `true`.'])
})

test('refuses to delete the root page', async () => {
  await expect(notion.client.pages.update({ page_id: NOTION_ROOT_PAGE_ID, in_trash: true })).rejects.toThrow('workspace level pages')
  await expect(notion.client.blocks.delete({ block_id: NOTION_ROOT_PAGE_ID })).rejects.toThrow('workspace level pages')
})
