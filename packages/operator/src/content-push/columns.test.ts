import type { Client } from '@notionhq/client'
import { expect, test } from 'vitest'
import { ensureWorkspace } from './ensure-workspace.ts'
import { workspaceForEachTest } from './testing/workspace-for-each-test.ts'

const { current, push, pages } = workspaceForEachTest()

test('names a column that was renamed or given another type', async () => {
  await push()
  const { Tutorials, Library } = await ensureWorkspace(current().notion, current().rootPageId)
  await current().notion.dataSources.update({ data_source_id: Library, properties: { Premium: { rich_text: {} } } })
  await expect(push()).rejects.toThrow('Column "Premium" of the database "Library" should be of type checkbox, not rich_text.')
  await current().notion.dataSources.update({ data_source_id: Library, properties: { Premium: { checkbox: {} } } })
  await current().notion.dataSources.update({ data_source_id: Tutorials, properties: { Slug: { name: 'Kurzname' } } })
  await expect(push()).rejects.toThrow('The database "Tutorials" has pages but no column "Slug"')
})

test('names a library column that relates to another database', async () => {
  await push()
  const { Library, Courses } = await ensureWorkspace(current().notion, current().rootPageId)
  await current().notion.dataSources.update({ data_source_id: Library, properties: { Related: null } })
  const elsewhere = { relation: { data_source_id: Courses, single_property: {} } }
  await current().notion.dataSources.update({ data_source_id: Library, properties: { Related: elsewhere } })
  await expect(push()).rejects.toThrow('Column "Related" of the database "Library" should be a relation that leads to "Library" itself.')
})

test('adds a missing column', async () => {
  await push()
  const { Tutorials } = await ensureWorkspace(current().notion, current().rootPageId)
  await current().notion.dataSources.update({ data_source_id: Tutorials, properties: { VIP: null } })
  expect(await push()).toMatchObject({ unchanged: 9 })
  expect((await pages('Tutorials')).first?.properties.VIP).toMatchObject({ checkbox: false })
})

test('refuses two pages with one slug', async () => {
  await push()
  const { Tutorials } = await ensureWorkspace(current().notion, current().rootPageId)
  const double = { Name: { title: [] }, Slug: { rich_text: [{ text: { content: 'first' } }] } }
  await current().notion.pages.create({ parent: { data_source_id: Tutorials }, properties: double })
  await expect(push()).rejects.toThrow('Two pages of the database "Tutorials" have the slug "first"')
})

test('renames the inverse of the course relation if Notion has named it', async () => {
  const { notion, rootPageId } = current()
  const database = async (title: string, properties: Parameters<Client['databases']['create']>[0]['initial_data_source']) => {
    const parent = { type: 'page_id', page_id: rootPageId } as const
    const made = await notion.databases.create({ parent, title: [{ text: { content: title } }], initial_data_source: properties ?? {} })
    return 'data_sources' in made ? (made.data_sources[0]?.id ?? '') : ''
  }
  const courses = await database('Courses', { properties: { Name: { title: {} } } })
  const course = { relation: { data_source_id: courses, dual_property: {} } }
  await database('Sessions', { properties: { Name: { title: {} }, course } })
  await push()
  expect((await pages('Courses'))['master-course']?.properties.sessions).toMatchObject({ relation: [{}, {}] })
})
