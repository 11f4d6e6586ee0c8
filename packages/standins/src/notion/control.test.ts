import { collectPaginatedAPI, isFullPage } from '@notionhq/client'
import { afterAll, describe, expect, test } from 'vitest'
import { NOTION_ROOT_PAGE_ID } from './notion-standin.ts'
import type { RequestReport } from './request-counts.ts'
import { createDataSource, createPage, paragraph, startNotion, text } from './testing/start-notion.ts'

const notion = await startNotion()
afterAll(() => notion.stop())

const requests = async () => (await notion.control<RequestReport>('GET', '/requests')).body
const reset = async () => (await notion.control<RequestReport>('DELETE', '/requests')).body

describe('requests are counted', () => {
  test('by method and route since the last reset, without requests for the counts or the workspace page', async () => {
    const page = await createPage(notion, 'Counted', { children: [paragraph('a')] })
    expect(await reset()).toMatchObject({ total: 0, files: 0, rate_limited: 0, kinds: {} })
    await notion.client.users.me({})
    await notion.client.blocks.children.list({ block_id: page.id })
    await notion.client.blocks.children.list({ block_id: NOTION_ROOT_PAGE_ID })
    await notion.call('GET', '/nothing')
    await fetch(`${notion.baseUrl}/${NOTION_ROOT_PAGE_ID}`)
    expect(await requests()).toMatchObject({
      total: 4,
      kinds: { 'GET /v1/users/me': 1, 'GET /v1/blocks/:block_id/children': 2, 'GET unknown address': 1 },
    })
  })

  test('also if a fault or the rate limit refuses them; files have their own count', async () => {
    await reset()
    notion.faults.set({ service: 'notion', kind: 'down', times: 1 })
    await expect(notion.client.users.me({})).rejects.toThrow('fetch failed')
    notion.faults.set({ service: 'notion', kind: 'rate_limited', times: 2 })
    await notion.call('GET', '/users/me')
    await notion.call('GET', '/users/me')
    await fetch(`${notion.baseUrl}/files/${NOTION_ROOT_PAGE_ID}/a.png`)
    expect(await requests()).toMatchObject({ total: 3, rate_limited: 2, files: 1 })
  })
})

test('lifts the rate limit while a workspace is filled, and restores it also after a failure', async () => {
  const limited = await startNotion({ rateLimit: { perSecond: 1, burst: 2 } })
  const requestStatus = async () => (await limited.call('GET', '/users/me')).status
  const tenTimes = async () => new Set(await Promise.all(Array.from({ length: 10 }, requestStatus)))
  expect(await limited.limiter.withoutLimit(tenTimes)).toEqual(new Set([200]))
  expect(await tenTimes()).toContain(429)
  await expect(limited.limiter.withoutLimit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await tenTimes()).toContain(429)
  await limited.stop()
})

test('the first pages of a new workspace have older edit times, later edits do not', async () => {
  const fresh = await startNotion()
  const started = Date.now()
  const page = await fresh.limiter.withoutLimit(() => createPage(fresh, 'Filled'))
  const age = async () => {
    const response = await fresh.client.pages.retrieve({ page_id: page.id })
    return started - Date.parse(isFullPage(response) ? response.last_edited_time : '')
  }
  expect(await age()).toBeGreaterThanOrEqual(120_000)
  await fresh.client.blocks.children.append({ block_id: page.id, children: [paragraph('after')] })
  expect(await age()).toBeLessThanOrEqual(60_000)
  await fresh.stop()
})

describe('blocks that the control endpoint inserts', () => {
  test('may have a type that Notion’s API cannot create', async () => {
    const page = await createPage(notion, 'Foreign', { children: [paragraph('before')] })
    const blocks = [{ type: 'unsupported' }, { type: 'hologram', content: { rich_text: text('from tomorrow'), depth: 3 } }]
    expect((await notion.control('POST', '/blocks', { parent_id: page.id, blocks })).status).toBe(200)
    const { results } = await notion.client.blocks.children.list({ block_id: page.id })
    expect(results).toMatchObject([
      { type: 'paragraph' },
      { type: 'unsupported', unsupported: {} },
      { type: 'hologram', hologram: { depth: 3 }, has_children: false },
    ])
  })

  test('need an existing parent and at least one block', async () => {
    const put = (body: unknown) => notion.control('POST', '/blocks', body)
    expect((await put({ parent_id: 'x', blocks: [{ type: 'a' }] })).status).toBe(400)
    expect((await put({ parent_id: NOTION_ROOT_PAGE_ID, blocks: [] })).status).toBe(400)
    expect((await put({ parent_id: '11111111-1111-4111-8111-111111111111', blocks: [{ type: 'a' }] })).status).toBe(404)
  })
})

// the size of library that the academy supports
test('reads a data source of 2,000 pages by cursor, a hundred in each request', async () => {
  const { dataSourceId } = await createDataSource(notion, 'Large', { Name: { title: {} }, Order: { number: {} } })
  await notion.sql`
    with made as (
      insert into notion.blocks (id, parent_type, parent_id, type, created_time, last_edited_time)
      select gen_random_uuid(), 'data_source_id', (select database_id from notion.data_sources where id = ${dataSourceId}), 'child_page', now(), now()
      from generate_series(1, 2000)
      returning id
    )
    insert into notion.pages (id, data_source_id, properties) select id, ${dataSourceId}, '{}' from made`
  await reset()
  const pages = await collectPaginatedAPI(notion.client.dataSources.query, { data_source_id: dataSourceId })
  expect(new Set(pages.map(({ id }) => id)).size).toBe(2000)
  expect((await requests()).total).toBe(20)
})

test('stores and returns a page of more than ten megabytes', async () => {
  const page = await createPage(notion, 'Heavy')
  const heavy = () => ({ paragraph: { rich_text: Array.from({ length: 50 }, () => ({ text: { content: 'x'.repeat(2000) } })) } })
  for (let sent = 0; sent < 26; sent += 1) {
    await notion.client.blocks.children.append({ block_id: page.id, children: Array.from({ length: 4 }, heavy) })
  }
  const blocks = await collectPaginatedAPI(notion.client.blocks.children.list, { block_id: page.id })
  expect(blocks).toHaveLength(104)
  expect(JSON.stringify(blocks).length).toBeGreaterThan(10 * 1024 * 1024)
})

test('copies a page of a database many times, with all nested blocks', async () => {
  const { dataSourceId } = await createDataSource(notion, 'Copied')
  const nested = { toggle: { rich_text: text('more'), children: [paragraph('inside')] } }
  const original = await createPage(notion, 'x', {
    parent: { data_source_id: dataSourceId },
    properties: { Name: { title: text('Original') } },
    children: [paragraph('first'), nested],
  })
  expect((await notion.control<{ ids: string[] }>('POST', '/copies', { page_id: original.id, count: 120 })).body.ids).toHaveLength(120)
  const pages = await collectPaginatedAPI(notion.client.dataSources.query, { data_source_id: dataSourceId })
  expect(pages).toHaveLength(121)
  const copy = pages.find(({ id }) => id !== original.id)
  expect(copy).toMatchObject({ properties: { Name: { title: [{ plain_text: 'Original' }] } } })
  const { results } = await notion.client.blocks.children.list({ block_id: copy?.id ?? '' })
  expect(results).toMatchObject([{ paragraph: { rich_text: [{ plain_text: 'first' }] } }, { type: 'toggle', has_children: true }])
  const below = await notion.client.blocks.children.list({ block_id: results[1]?.id ?? '' })
  expect(below.results).toMatchObject([{ paragraph: { rich_text: [{ plain_text: 'inside' }] } }])
  expect((await notion.control('POST', '/copies', { page_id: original.id, count: 0 })).status).toBe(400)
  expect((await notion.control('POST', '/copies', { page_id: dataSourceId, count: 1 })).status).toBe(404)
})
