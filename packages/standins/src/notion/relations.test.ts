import { type DataSourceObjectResponse, isFullDataSource, isFullPage } from '@notionhq/client'
import { afterAll, expect, test } from 'vitest'
import { createDataSource, createPage, startNotion, text } from './testing/start-notion.ts'

const notion = await startNotion()
afterAll(() => notion.stop())

const retrieve = async (id: string): Promise<DataSourceObjectResponse> => {
  const source = await notion.client.dataSources.retrieve({ data_source_id: id })
  if (!isFullDataSource(source)) throw new Error('Notion returned a partial data source')
  return source
}
const titled = (title: string) => ({ Name: { title: text(title) } })
const inSource = (id: string) => ({ parent: { data_source_id: id } })

async function library() {
  const courses = await createDataSource(notion, 'Courses')
  const course = { relation: { data_source_id: courses.dataSourceId, dual_property: { synced_property_name: 'sessions' } } }
  const sessions = await createDataSource(notion, 'Sessions', { Name: { title: {} }, course })
  const [a, b] = [
    await createPage(notion, '', { ...inSource(courses.dataSourceId), properties: titled('A') }),
    await createPage(notion, '', { ...inSource(courses.dataSourceId), properties: titled('B') }),
  ]
  const session = (title: string, ...ids: string[]) =>
    createPage(notion, '', {
      ...inSource(sessions.dataSourceId),
      properties: { ...titled(title), course: { relation: ids.map((id) => ({ id })) } },
    })
  const related = async (pageId: string, name: string) => {
    const page = await notion.client.pages.retrieve({ page_id: pageId })
    const property = isFullPage(page) ? page.properties[name] : undefined
    return property?.type === 'relation' ? property.relation.map(({ id }) => id) : undefined
  }
  return { courses, sessions, a, b, session, related }
}

test('relations with an inverse stay in sync on both sides', async () => {
  const { sessions, courses, a, b, session, related } = await library()
  expect((await retrieve(sessions.dataSourceId)).properties.course).toMatchObject({
    relation: {
      data_source_id: courses.dataSourceId,
      database_id: courses.databaseId,
      type: 'dual_property',
      dual_property: { synced_property_name: 'sessions' },
    },
  })
  const [one, two] = [await session('1', a.id), await session('2', a.id, b.id)]
  expect(await related(a.id, 'sessions')).toEqual([one.id, two.id])
  expect(await related(b.id, 'sessions')).toEqual([two.id])
  await notion.client.pages.update({ page_id: b.id, properties: { sessions: { relation: [{ id: one.id }] } } })
  expect(await related(one.id, 'course')).toEqual([a.id, b.id])
  expect(await related(two.id, 'course')).toEqual([a.id])
  await notion.client.pages.update({ page_id: one.id, properties: { course: { relation: [] } } })
  expect(await related(a.id, 'sessions')).toEqual([two.id])
  expect(await related(b.id, 'sessions')).toEqual([])
})

test('relations update the edit times of both pages', async () => {
  const { a, session } = await library()
  await notion.clock.advance(3600, 'notion')
  await session('1', a.id)
  const page = await notion.client.pages.retrieve({ page_id: a.id })
  expect(isFullPage(page) && page.last_edited_time > page.created_time).toBe(true)
  await notion.clock.reset()
})

test('relations hide pages in the trash, and show them again when restored', async () => {
  const { a, session, related } = await library()
  const one = await session('1', a.id)
  await notion.client.pages.update({ page_id: one.id, in_trash: true })
  expect(await related(a.id, 'sessions')).toEqual([])
  await notion.client.pages.update({ page_id: one.id, in_trash: false })
  expect(await related(a.id, 'sessions')).toEqual([one.id])
})

test('relations show 25 pages', async () => {
  const { a, session } = await library()
  for (let index = 0; index < 27; index += 1) await session(`${index}`, a.id)
  const page = await notion.client.pages.retrieve({ page_id: a.id })
  const property = isFullPage(page) ? page.properties.sessions : undefined
  expect(property).toMatchObject({ has_more: true })
  expect(property?.type === 'relation' && property.relation).toHaveLength(25)
})

test('relations refuse pages that do not exist or belong to another data source', async () => {
  const { a, session, sessions } = await library()
  await expect(session('x', '11111111-1111-4111-8111-111111111111')).rejects.toThrow('Could not find page')
  const one = await session('1', a.id)
  await expect(session('x', one.id)).rejects.toThrow('is not in the data source that property course relates to')
  expect((await notion.client.dataSources.query({ data_source_id: sessions.dataSourceId })).results).toHaveLength(1)
})

test('names a relation without a name, and changes both sides at once', async () => {
  const target = await createDataSource(notion, 'Target')
  const link = { relation: { data_source_id: target.dataSourceId, dual_property: {} } }
  const source = await createDataSource(notion, 'Source', { Name: { title: {} }, link })
  expect(Object.keys((await retrieve(target.dataSourceId)).properties)).toEqual(['Name', 'Related to Source (link)'])
  await notion.client.dataSources.update({ data_source_id: source.dataSourceId, properties: { link: null } })
  expect(Object.keys((await retrieve(target.dataSourceId)).properties)).toEqual(['Name'])
})

test('relations may point to their own data source', async () => {
  const { dataSourceId } = await createDataSource(notion, 'Items')
  const related = { relation: { data_source_id: dataSourceId, single_property: {} } }
  await notion.client.dataSources.update({ data_source_id: dataSourceId, properties: { related } })
  const first = await createPage(notion, '', { ...inSource(dataSourceId), properties: titled('1') })
  const second = await createPage(notion, '', {
    ...inSource(dataSourceId),
    properties: { ...titled('2'), related: { relation: [{ id: first.id }] } },
  })
  expect(second.properties.related).toMatchObject({ relation: [{ id: first.id }] })
})
