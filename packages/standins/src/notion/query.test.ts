import { collectPaginatedAPI, type PageObjectResponse } from '@notionhq/client'
import { afterAll, expect, test } from 'vitest'
import { createDataSource, createPage, startNotion, text } from './testing/start-notion.ts'

const notion = await startNotion()
afterAll(() => notion.stop())

const titled = (title: string) => ({ Name: { title: text(title) } })
const inSource = (id: string) => ({ parent: { data_source_id: id } })

const { dataSourceId: id } = await createDataSource(notion, 'Queried', {
  Name: { title: {} },
  Slug: { rich_text: {} },
  Order: { number: {} },
})
const friend = { Friend: { relation: { data_source_id: id, single_property: {} } } }
await notion.client.dataSources.update({ data_source_id: id, properties: friend })
const row = (title: string, more: object) => createPage(notion, '', { ...inSource(id), properties: { ...titled(title), ...more } })
const anna = await row('Anna', { Slug: { rich_text: text('an-na') } })
await row('berta', {})
await row('Carla', { Friend: { relation: [{ id: anna.id }] } })

const names = (results: readonly object[]) =>
  results.map((page) => {
    const name = (page as PageObjectResponse).properties.Name
    return name?.type === 'title' ? name.title.map((item) => item.plain_text).join('') : ''
  })
const find = async (filter: unknown) => {
  const response = await notion.call('POST', `/data_sources/${id}/query`, { filter })
  expect(response.body).toMatchObject({ object: 'list', type: 'page_or_data_source', request_status: { type: 'complete' } })
  return names(response.body.results as object[]).toSorted()
}

test.each<[object, string[]]>([
  [{ property: 'Slug', rich_text: { equals: 'an-na' } }, ['Anna']],
  [{ property: 'Friend', relation: { is_not_empty: true } }, ['Carla']],
  [{ timestamp: 'last_edited_time', last_edited_time: { on_or_after: '2020-01-01' } }, ['Anna', 'Carla', 'berta']],
  [{ timestamp: 'last_edited_time', last_edited_time: { on_or_after: '2100-01-01' } }, []],
])('filter %j finds %j', async (filter, expected) => {
  expect(await find(filter)).toEqual(expected)
})

test.each<[object, string]>([
  [{ property: 'Unknown', number: { equals: 1 } }, 'Could not find property with name or id: Unknown'],
  [{ property: 'Slug', checkbox: { equals: true } }, 'database property rich_text does not match filter checkbox'],
  [{ property: 'Slug', rich_text: { equals: 1 } }, 'body.filter.rich_text.equals should be a string, instead was `1`.'],
  [{ property: 'Slug', rich_text: { near: 'a' } }, 'body.filter.rich_text.near should be not present'],
  [{ property: 'Slug', rich_text: {} }, 'body.filter.rich_text.equals should be defined'],
  [{ property: 'Slug', rich_text: { equals: 'a', is_empty: true } }, 'body.filter.rich_text.is_empty should be not present'],
  [{ property: 'Order', number: { equals: 1 } }, 'The stand-in does not filter columns of type number.'],
  [{ timestamp: 'last_edited_time', last_edited_time: { on_or_after: 'yesterday-ish' } }, 'should be a valid ISO 8601 date string'],
  [{ timestamp: 'created_time', created_time: {} }, 'body.filter.timestamp should be `"last_edited_time"`'],
  [{ property: 'Friend', relation: { contains: 'x' } }, 'body.filter.relation.contains should be not present'],
  [{ and: [] }, 'body.filter.property should be defined'],
])('filter %j is refused', async (filter, message) => {
  const response = await notion.call('POST', `/data_sources/${id}/query`, { filter })
  expect(response.body).toMatchObject({ status: 400, code: 'validation_error', message: expect.stringContaining(message) })
})

test('queries refuse sorts', async () => {
  const response = await notion.call('POST', `/data_sources/${id}/query`, { sorts: [{ property: 'Name', direction: 'ascending' }] })
  expect(response.body).toMatchObject({ code: 'validation_error', message: expect.stringContaining('body.sorts should be not present') })
})

test('queries come in pages, complete and without repeats', async () => {
  const pages = await collectPaginatedAPI(notion.client.dataSources.query, { data_source_id: id, page_size: 2 })
  expect(names(pages).toSorted()).toEqual(['Anna', 'Carla', 'berta'])
  const wrong = await notion.call('POST', `/data_sources/${id}/query`, { start_cursor: 'abc' })
  expect(wrong.body).toMatchObject({ message: 'The start_cursor provided is invalid: abc' })
  const large = await notion.call('POST', `/data_sources/${id}/query`, { page_size: 101 })
  expect(large.body).toMatchObject({ message: 'body failed validation: body.page_size should be ≤ `100`, instead was `101`.' })
})

test('queries exclude the trash', async () => {
  const { dataSourceId } = await createDataSource(notion, 'Half gone')
  const deletedPage = await createPage(notion, '', { ...inSource(dataSourceId), properties: titled('gone') })
  await createPage(notion, '', { ...inSource(dataSourceId), properties: titled('here') })
  await notion.client.pages.update({ page_id: deletedPage.id, in_trash: true })
  expect(names((await notion.client.dataSources.query({ data_source_id: dataSourceId })).results)).toEqual(['here'])
  const trash = await notion.call('POST', `/data_sources/${dataSourceId}/query`, { in_trash: true })
  expect(trash.body).toMatchObject({ message: expect.stringContaining('body.in_trash should be not present') })
})

test('search finds pages and data sources by title, newest edit first', async () => {
  await notion.clock.advance(60, 'notion')
  await createPage(notion, 'Unmistakable page')
  await notion.clock.advance(60, 'notion')
  await createDataSource(notion, 'Unmistakable table')
  const { results } = await notion.client.search({ query: 'UNMISTAKABLE' })
  expect(results.map((hit) => hit.object)).toEqual(['data_source', 'page'])
  const pages = await notion.client.search({ query: 'unmistakable', filter: { property: 'object', value: 'page' } })
  expect(pages.results).toHaveLength(1)
  expect((await notion.client.search({ page_size: 1 })).has_more).toBe(true)
  await notion.clock.reset()
})
