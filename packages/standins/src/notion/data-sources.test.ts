import { type DataSourceObjectResponse, isFullDataSource } from '@notionhq/client'
import { afterAll, describe, expect, test } from 'vitest'
import { NOTION_ROOT_PAGE_ID } from './notion-standin.ts'
import { createDataSource, createPage, startNotion, text } from './testing/start-notion.ts'

const notion = await startNotion()
afterAll(() => notion.stop())

const retrieve = async (id: string): Promise<DataSourceObjectResponse> => {
  const source = await notion.client.dataSources.retrieve({ data_source_id: id })
  if (!isFullDataSource(source)) throw new Error('Notion returned a partial data source')
  return source
}
const inSource = (id: string) => ({ parent: { data_source_id: id } })

describe('databases', () => {
  test('are created with one data source and its columns', async () => {
    const { databaseId, dataSourceId } = await createDataSource(notion, 'Things', {
      Name: { title: {} },
      Text: { rich_text: {}, description: 'What it says' },
      Size: { number: { format: 'euro' } },
      Kind: { select: { options: [{ name: 'a', color: 'red' }, { name: 'b' }] } },
    })
    const database = await notion.client.databases.retrieve({ database_id: databaseId })
    expect(database).toMatchObject({
      object: 'database',
      title: [{ plain_text: 'Things' }],
      parent: { type: 'page_id', page_id: NOTION_ROOT_PAGE_ID },
      data_sources: [{ id: dataSourceId, name: 'Things' }],
      in_trash: false,
    })
    const { properties, parent, database_parent } = await retrieve(dataSourceId)
    expect([parent, database_parent]).toEqual([
      { type: 'database_id', database_id: databaseId },
      { type: 'page_id', page_id: NOTION_ROOT_PAGE_ID },
    ])
    expect(Object.keys(properties)).toEqual(['Name', 'Text', 'Size', 'Kind'])
    expect(properties).toMatchObject({
      Name: { id: 'title', name: 'Name', type: 'title', title: {} },
      Text: { type: 'rich_text', rich_text: {}, description: 'What it says' },
      Size: { type: 'number', number: { format: 'euro' } },
      Kind: {
        type: 'select',
        select: {
          options: [
            { name: 'a', color: 'red' },
            { name: 'b', color: 'default' },
          ],
        },
      },
    })
  })

  test('accept a second data source with its own rows', async () => {
    const { databaseId, dataSourceId } = await createDataSource(notion, 'Two sources', { Name: { title: {} } })
    const parent = { type: 'database_id' as const, database_id: databaseId }
    const second = await notion.client.dataSources.create({ parent, title: text('Others'), properties: { Label: { title: {} } } })
    expect(await notion.client.databases.retrieve({ database_id: databaseId })).toMatchObject({
      data_sources: [
        { id: dataSourceId, name: 'Two sources' },
        { id: second.id, name: 'Others' },
      ],
    })
    await notion.client.pages.create({ ...inSource(second.id), properties: { Label: { title: text('Row') } } })
    const rowsOf = async (data_source_id: string) => (await notion.client.dataSources.query({ data_source_id })).results.length
    expect([await rowsOf(dataSourceId), await rowsOf(second.id)]).toEqual([0, 1])
    const lost = { parent: { database_id: NOTION_ROOT_PAGE_ID }, properties: { Label: { title: {} } } }
    expect((await notion.call('POST', '/data_sources', lost)).status).toBe(404)
  })

  test('move to another page with their content', async () => {
    const { databaseId, dataSourceId } = await createDataSource(notion, 'Moving', { Name: { title: {} } })
    const page = await notion.client.pages.create({ parent: { page_id: NOTION_ROOT_PAGE_ID }, properties: {} })
    const parent = { type: 'page_id' as const, page_id: page.id }
    expect(await notion.client.databases.update({ database_id: databaseId, parent })).toMatchObject({
      parent,
      data_sources: [{ id: dataSourceId }],
    })
    const childrenOf = async (block_id: string) => (await notion.client.blocks.children.list({ block_id })).results.map(({ id }) => id)
    expect(await childrenOf(page.id)).toEqual([databaseId])
    expect(await childrenOf(NOTION_ROOT_PAGE_ID)).not.toContain(databaseId)
    const nowhere = await notion.call('PATCH', `/databases/${databaseId}`, { parent: { type: 'page_id', page_id: databaseId } })
    expect(nowhere.status).toBe(404)
  })

  test('have a title column by default, and need exactly one', async () => {
    const create = (properties: object) =>
      notion.call('POST', '/databases', { parent: { type: 'page_id', page_id: NOTION_ROOT_PAGE_ID }, initial_data_source: { properties } })
    expect((await create({})).status).toBe(200)
    expect((await create({ Text: { rich_text: {} } })).body).toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('Title'),
    })
    expect((await create({ A: { title: {} }, B: { title: {} } })).body).toMatchObject({ code: 'validation_error' })
    expect((await create({ A: { title: {} }, B: { formula: {} } })).body).toMatchObject({
      message: expect.stringContaining('B.formula is a property type'),
    })
    expect((await create({ A: { title: {} }, B: { select: { options: [{ name: 'a,b' }] } } })).body).toMatchObject({
      message: expect.stringContaining('should not contain commas'),
    })
  })

  test('can be renamed, and deleted with their content', async () => {
    const { databaseId, dataSourceId } = await createDataSource(notion, 'Short-lived')
    await notion.client.databases.update({ database_id: databaseId, title: text('Renamed') })
    expect(await notion.client.databases.retrieve({ database_id: databaseId })).toMatchObject({ title: [{ plain_text: 'Renamed' }] })
    await notion.client.databases.update({ database_id: databaseId, in_trash: true })
    await expect(notion.client.dataSources.query({ data_source_id: dataSourceId })).rejects.toThrow('Could not find data_source')
    await expect(notion.client.pages.create({ parent: { data_source_id: dataSourceId }, properties: {} })).rejects.toThrow('Could not find')
  })
})

describe('columns', () => {
  test('are added, renamed, changed and removed; values follow a rename and end with a removal', async () => {
    const { dataSourceId } = await createDataSource(notion, 'Changing', {
      Name: { title: {} },
      Old: { number: {} },
      Gone: { rich_text: {} },
    })
    const page = await createPage(notion, '', {
      ...inSource(dataSourceId),
      properties: { Old: { number: 3 }, Gone: { rich_text: text('bye') } },
    })
    const update = { Old: { name: 'New' }, Gone: null, Added: { checkbox: {} } }
    await notion.client.dataSources.update({ data_source_id: dataSourceId, properties: update })
    expect(Object.keys((await retrieve(dataSourceId)).properties)).toEqual(['Name', 'New', 'Added'])
    const renamed = await notion.client.pages.retrieve({ page_id: page.id })
    expect(renamed).toMatchObject({ properties: { New: { number: 3 }, Added: { checkbox: false } } })
    await notion.client.dataSources.update({ data_source_id: dataSourceId, properties: { New: { rich_text: {} } } })
    expect(await notion.client.pages.retrieve({ page_id: page.id })).toMatchObject({
      properties: { New: { type: 'rich_text', rich_text: [] } },
    })
  })

  test.each([
    [{ Unknown: { name: 'x' } }, 'Unknown is not a property that exists.'],
    [{ Unknown: null }, 'Unknown is not a property that exists.'],
    [{ Name: null }, 'Cannot delete the title property.'],
    [{ Name: { number: {} } }, 'Cannot change the type of the title property.'],
    [{ Other: { name: 'Name', number: {} } }, 'used more than once'],
    [{ Other: { people: {} } }, 'people is a property type that this workspace does not offer.'],
    [{ Other: {} }, 'body.properties.Other.title should be defined'],
  ])('%j is refused', async (properties, message) => {
    const { dataSourceId } = await createDataSource(notion, 'Strict')
    const response = await notion.call('PATCH', `/data_sources/${dataSourceId}`, { properties })
    expect(response.body).toMatchObject({ code: 'validation_error', message: expect.stringContaining(message) })
  })

  test('have ids that work in a URL with and without percent-encoding', async () => {
    const { dataSourceId } = await createDataSource(notion, 'Ids')
    const odd = 'a:B|'
    await notion.sql`
      update notion.data_sources set properties = properties || ${notion.sql.json([{ id: odd, name: 'Odd', type: 'rich_text', description: null, config: {} }])}
      where id = ${dataSourceId}`
    const page = await createPage(notion, '', { ...inSource(dataSourceId), properties: { [odd]: { rich_text: text('odd') } } })
    expect(page.properties.Odd).toMatchObject({ id: 'a%3AB%7C', rich_text: [{ plain_text: 'odd' }] })
    const filter = { property: 'a%3AB%7C', rich_text: { equals: 'odd' } }
    expect((await notion.client.dataSources.query({ data_source_id: dataSourceId, filter })).results).toMatchObject([{ id: page.id }])
  })
})
