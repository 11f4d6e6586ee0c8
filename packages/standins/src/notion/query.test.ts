import { collectPaginatedAPI, type PageObjectResponse } from '@notionhq/client'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDataSource, createPage, startNotion, type TestNotion, text } from './testing/start-notion.ts'

let notion: TestNotion
beforeAll(async () => {
  notion = await startNotion({ serverUrl: inject('postgresUrl') })
})
afterAll(() => notion.stop())

const titled = (title: string) => ({ Name: { title: text(title) } })
const inSource = (id: string) => ({ parent: { data_source_id: id } })

let id = ''
beforeAll(async () => {
  const { dataSourceId } = await createDataSource(notion, 'Queried', {
    Name: { title: {} },
    Slug: { rich_text: {} },
    Order: { number: {} },
    Free: { checkbox: {} },
    Kind: { select: { options: [{ name: 'z' }, { name: 'a' }] } },
    Tag: { multi_select: {} },
    Day: { date: {} },
    Video: { url: {} },
    Diagram: { files: {} },
    Edited: { last_edited_time: {} },
  })
  id = dataSourceId
  const row = (title: string, order: number | null, more: object) =>
    createPage(notion, '', { ...inSource(id), properties: { ...titled(title), Order: { number: order }, ...more } })
  await row('Anna', 2, {
    Free: { checkbox: true },
    Kind: { select: { name: 'z' } },
    Slug: { rich_text: text('an-na') },
    Day: { date: { start: '2026-03-01' } },
  })
  await row('berta', 10, {
    Kind: { select: { name: 'a' } },
    Tag: { multi_select: [{ name: 'x' }, { name: 'y' }] },
    Video: { url: 'https://example.com/' },
  })
  await row('Carla', null, {
    Tag: { multi_select: [{ name: 'y' }] },
    Diagram: { files: [{ name: 'a', external: { url: 'https://example.com/a.svg' } }] },
  })
})

const names = (results: readonly object[]) =>
  results.map((page) => {
    const name = (page as PageObjectResponse).properties.Name
    return name?.type === 'title' ? name.title.map((item) => item.plain_text).join('') : ''
  })
const find = async (filter: unknown, sorts: unknown[] = [{ property: 'Name', direction: 'ascending' }]) => {
  const response = await notion.call('POST', `/data_sources/${id}/query`, { filter, sorts })
  expect(response.body).toMatchObject({ object: 'list', type: 'page_or_data_source', request_status: { type: 'complete' } })
  return names(response.body.results as object[])
}

test.each<[object, string[]]>([
  [{ property: 'Name', title: { equals: 'Anna' } }, ['Anna']],
  [{ property: 'Name', title: { contains: 'A' } }, ['Anna', 'berta', 'Carla']],
  [{ property: 'title', title: { starts_with: 'b' } }, ['berta']],
  [{ property: 'Slug', rich_text: { equals: 'an-na' } }, ['Anna']],
  [{ property: 'Slug', rich_text: { is_empty: true } }, ['berta', 'Carla']],
  [{ property: 'Slug', rich_text: { does_not_contain: 'na' } }, ['berta', 'Carla']],
  [{ property: 'Order', number: { greater_than_or_equal_to: 2 } }, ['Anna', 'berta']],
  [{ property: 'Order', number: { is_empty: true } }, ['Carla']],
  [{ property: 'Order', number: { does_not_equal: 2 } }, ['berta', 'Carla']],
  [{ property: 'Free', checkbox: { equals: true } }, ['Anna']],
  [{ property: 'Free', checkbox: { does_not_equal: true } }, ['berta', 'Carla']],
  [{ property: 'Kind', select: { equals: 'z' } }, ['Anna']],
  [{ property: 'Kind', select: { does_not_equal: ['z', 'q'] } }, ['berta', 'Carla']],
  [{ property: 'Tag', multi_select: { contains: 'y' } }, ['berta', 'Carla']],
  [{ property: 'Tag', multi_select: { is_empty: true } }, ['Anna']],
  [{ property: 'Day', date: { on_or_before: '2026-03-01' } }, ['Anna']],
  [{ property: 'Day', date: { after: '2026-03-01' } }, []],
  [{ property: 'Video', url: { is_not_empty: true } }, ['berta']],
  [{ property: 'Diagram', files: { is_not_empty: true } }, ['Carla']],
  [{ timestamp: 'last_edited_time', last_edited_time: { on_or_after: '2020-01-01' } }, ['Anna', 'berta', 'Carla']],
  [{ timestamp: 'created_time', created_time: { before: '2020-01-01' } }, []],
  [{ property: 'Edited', last_edited_time: { after: '2020-01-01T00:00:00Z' } }, ['Anna', 'berta', 'Carla']],
  [{ and: [{ property: 'Order', number: { is_not_empty: true } }, { or: [{ property: 'Free', checkbox: { equals: true } }] }] }, ['Anna']],
  [
    {
      or: [
        { property: 'Name', title: { equals: 'Anna' } },
        { property: 'Tag', multi_select: { contains: 'x' } },
      ],
    },
    ['Anna', 'berta'],
  ],
])('filter %j finds %j', async (filter, expected) => {
  expect(await find(filter)).toEqual(expected)
})

test.each<[object, string]>([
  [{ property: 'Unknown', number: { equals: 1 } }, 'Could not find property with name or id: Unknown'],
  [{ property: 'Order', checkbox: { equals: true } }, 'database property number does not match filter checkbox'],
  [{ property: 'Order', number: { equals: '1' } }, 'body.filter.number.equals should be a number, instead was `"1"`.'],
  [{ property: 'Order', number: { near: 1 } }, 'body.filter.number.near should be not present'],
  [{ property: 'Order', number: {} }, 'body.filter.number should have exactly one condition.'],
  [{ property: 'Order', number: { equals: 1, is_empty: true } }, 'should have exactly one condition.'],
  [{ timestamp: 'last_edited_time', last_edited_time: { after: 'yesterday-ish' } }, 'should be a valid ISO 8601 date string'],
  [{ timestamp: 'visited' }, 'body.filter.timestamp should be `"created_time"`, or `"last_edited_time"`'],
  [{ and: [{ or: [{ and: [] }] }] }, 'body.filter.and[0].or[0].and should be not present'],
  [{ and: {} }, 'body.filter.and should be an array'],
])('filter %j is refused', async (filter, message) => {
  const response = await notion.call('POST', `/data_sources/${id}/query`, { filter })
  expect(response.body).toMatchObject({ status: 400, code: 'validation_error', message: expect.stringContaining(message) })
})

test('queries sort by columns and times, empty values last in both directions', async () => {
  expect(await find({ and: [] }, [{ property: 'Order', direction: 'ascending' }])).toEqual(['Anna', 'berta', 'Carla'])
  expect(await find({ and: [] }, [{ property: 'Order', direction: 'descending' }])).toEqual(['berta', 'Anna', 'Carla'])
  expect(await find({ and: [] }, [{ property: 'Kind', direction: 'ascending' }])).toEqual(['Anna', 'berta', 'Carla'])
  const sorts = [
    { property: 'Free', direction: 'descending' },
    { timestamp: 'created_time', direction: 'descending' },
  ]
  expect(await find({ and: [] }, sorts)).toEqual(['Anna', 'Carla', 'berta'])
  const unknown = await notion.call('POST', `/data_sources/${id}/query`, { sorts: [{ property: 'Unknown', direction: 'ascending' }] })
  expect(unknown.body).toMatchObject({ code: 'validation_error', message: 'Could not find sort property with name or id: Unknown' })
})

test('queries come in pages, complete and without repeats', async () => {
  const sorts = [{ property: 'Name', direction: 'ascending' as const }]
  const pages = await collectPaginatedAPI(notion.client.dataSources.query, { data_source_id: id, page_size: 2, sorts })
  expect(names(pages)).toEqual(['Anna', 'berta', 'Carla'])
  const wrong = await notion.call('POST', `/data_sources/${id}/query`, { start_cursor: 'abc' })
  expect(wrong.body).toMatchObject({ message: 'The start_cursor provided is invalid: abc' })
  const large = await notion.call('POST', `/data_sources/${id}/query`, { page_size: 101 })
  expect(large.body).toMatchObject({ message: 'body failed validation: body.page_size should be ≤ `100`, instead was `101`.' })
})

test('queries exclude the trash, or return only the trash', async () => {
  const { dataSourceId } = await createDataSource(notion, 'Half gone')
  const deletedPage = await createPage(notion, '', { ...inSource(dataSourceId), properties: titled('gone') })
  await createPage(notion, '', { ...inSource(dataSourceId), properties: titled('here') })
  await notion.client.pages.update({ page_id: deletedPage.id, in_trash: true })
  expect(names((await notion.client.dataSources.query({ data_source_id: dataSourceId })).results)).toEqual(['here'])
  expect(names((await notion.client.dataSources.query({ data_source_id: dataSourceId, in_trash: true })).results)).toEqual(['gone'])
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
