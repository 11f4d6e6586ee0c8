import { Client } from '@notionhq/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOTION_TOKEN } from './notion-standin.ts'
import { createDataSource, createPage, paragraph, startNotion, type TestNotion } from './testing/start-notion.ts'

const [OLDER, NEWER] = ['2025-09-03', '2026-03-11']

let notion: TestNotion
beforeAll(async () => {
  notion = await startNotion()
})
afterAll(() => notion.stop())

const at = (version: string | undefined) => ({ 'notion-version': version })
const refused = (message: string) => ({ status: 400, body: { code: 'validation_error', message: expect.stringContaining(message) } })

test('refuses other versions, and names the supported ones', async () => {
  expect(await notion.call('GET', '/users/me', undefined, at('2026-01-01'))).toMatchObject(
    refused('should be `"2025-09-03"` or `"2026-03-11"`, instead was `"2026-01-01"`'),
  )
})

describe('archived', () => {
  test('the older version returns it beside in_trash, the newer one does not', async () => {
    const { id } = await createPage(notion, 'Page', { children: [paragraph('words')] })
    const { databaseId, dataSourceId } = await createDataSource(notion, 'Rows')
    const paths = [`/pages/${id}`, `/blocks/${id}`, `/databases/${databaseId}`, `/data_sources/${dataSourceId}`]
    for (const path of paths) {
      expect((await notion.call('GET', path, undefined, at(OLDER))).body, path).toMatchObject({ in_trash: false, archived: false })
      const { body } = await notion.call('GET', path, undefined, at(NEWER))
      expect([body.in_trash, 'archived' in body], path).toEqual([false, false])
    }
    const { body } = await notion.call('GET', `/blocks/${id}/children`, undefined, at(NEWER))
    expect((body.results as object[]).map((block) => 'archived' in block)).toEqual([false])
  })

  test('the newer version refuses it in a body', async () => {
    const { id } = await createPage(notion, 'Page')
    expect(await notion.call('PATCH', `/pages/${id}`, { archived: true }, at(NEWER))).toMatchObject(
      refused('body failed validation: body.archived should be not present, instead was `true`.'),
    )
    expect((await notion.call('PATCH', `/pages/${id}`, { archived: true }, at(OLDER))).body).toMatchObject({ in_trash: true })
  })

  test('a column that an author called “archived” stays in both', async () => {
    const { dataSourceId } = await createDataSource(notion, 'Named so', { Name: { title: {} }, archived: { checkbox: {} } })
    const { body } = await notion.call('GET', `/data_sources/${dataSourceId}`, undefined, at(NEWER))
    expect(body.properties).toMatchObject({ archived: { type: 'checkbox' } })
  })
})

test('meeting notes are `transcription` in the older version and `meeting_notes` in the newer one', async () => {
  const { id } = await createPage(notion, 'Page')
  await notion.control('POST', '/blocks', { parent_id: id, blocks: [{ type: 'meeting_notes', content: { title: [] } }] })
  const blocks = async (version: string | undefined) =>
    (await notion.call('GET', `/blocks/${id}/children`, undefined, at(version))).body.results
  expect(await blocks(OLDER)).toMatchObject([{ type: 'transcription', transcription: { title: [] } }])
  expect(await blocks(NEWER)).toMatchObject([{ type: 'meeting_notes', meeting_notes: { title: [] } }])
})

test('the official client works with the newer version; an archived page is not in the trash, and is listed', async () => {
  const client = new Client({ auth: NOTION_TOKEN, baseUrl: notion.baseUrl, notionVersion: '2026-03-11', retry: false })
  const { dataSourceId } = await createDataSource(notion, 'Archive')
  const { id } = await client.pages.create({ parent: { data_source_id: dataSourceId }, properties: { Name: { title: [] } } })
  expect(await client.pages.update({ page_id: id, is_archived: true })).toMatchObject({ is_archived: true, in_trash: false })
  expect((await client.dataSources.query({ data_source_id: dataSourceId })).results).toMatchObject([{ id, is_archived: true }])
  expect(await client.pages.update({ page_id: id, is_archived: false })).toMatchObject({ is_archived: false })
})
