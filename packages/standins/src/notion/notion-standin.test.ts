import { APIResponseError, Client, isFullUser } from '@notionhq/client'
import { afterAll, describe, expect, test } from 'vitest'
import { NOTION_VERSION } from './identity.ts'
import { NOTION_ROOT_PAGE_ID, NOTION_TOKEN } from './notion-standin.ts'
import { createPage, paragraph, startNotion } from './testing/start-notion.ts'

const notion = await startNotion()
afterAll(() => notion.stop())

test('returns the integration’s own user', async () => {
  const me = await notion.client.users.me({})
  expect(isFullUser(me) && me.type).toBe('bot')
  // an endpoint of Notion that the academy does not call
  await expect(notion.client.users.retrieve({ user_id: me.id })).rejects.toThrow('Invalid request URL.')
})

test('a new workspace has an empty root page', async () => {
  const { client, stop } = await startNotion()
  const page = await client.pages.retrieve({ page_id: NOTION_ROOT_PAGE_ID })
  expect(page).toMatchObject({ object: 'page', parent: { type: 'workspace' }, in_trash: false })
  expect((await client.blocks.children.list({ block_id: NOTION_ROOT_PAGE_ID.replaceAll('-', '') })).results).toEqual([])
  await stop()
})

describe('requests that Notion refuses', () => {
  const refused = (status: number, code: string, message: unknown) => ({
    status,
    body: { object: 'error', status, code, message, request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  })

  test('without the right token, before any other error', async () => {
    const unauthorized = refused(401, 'unauthorized', 'API token is invalid.')
    expect(await notion.call('GET', '/users/me', undefined, { authorization: undefined })).toMatchObject(unauthorized)
    expect(await notion.call('GET', '/users/me', undefined, { authorization: 'Bearer wrong' })).toMatchObject(unauthorized)
    expect(await notion.call('POST', '/pages', '{', { authorization: 'Basic abc', 'notion-version': undefined })).toMatchObject(
      unauthorized,
    )
  })

  test('without an API version, or with an unsupported one', async () => {
    const missing = expect.stringContaining('Notion-Version header should be defined, instead was `undefined`.')
    expect(await notion.call('GET', '/users/me', undefined, { 'notion-version': undefined })).toMatchObject(
      refused(400, 'missing_version', missing),
    )
    const older = await notion.call('GET', '/users/me', undefined, { 'notion-version': '2022-06-28' })
    expect(older).toMatchObject(
      refused(400, 'validation_error', expect.stringContaining('should be `"2026-03-11"`, instead was `"2022-06-28"`')),
    )
  })

  test('with a body that is not JSON, not an object, of another type or too large', async () => {
    expect(await notion.call('POST', '/search', '{"query":')).toMatchObject(refused(400, 'invalid_json', 'Error parsing JSON body.'))
    const array = await notion.call('POST', '/search', '[]')
    expect(array).toMatchObject(refused(400, 'validation_error', expect.stringContaining('body failed validation: body: ')))
    const form = await notion.call('POST', '/search', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form).toMatchObject(refused(400, 'validation_error', 'Content-Type should be application/json.'))
    const large = await notion.call('POST', '/search', { query: 'x'.repeat(600_000) })
    expect(large).toMatchObject(refused(400, 'validation_error', expect.stringContaining('body.length should be ≤')))
  })

  test('for unknown URLs', async () => {
    expect(await notion.call('GET', '/nothing')).toMatchObject(refused(400, 'invalid_request_url', 'Invalid request URL.'))
    expect(await notion.call('PUT', '/search')).toMatchObject(refused(400, 'invalid_request_url', 'Invalid request URL.'))
  })

  test('for malformed and unknown ids', async () => {
    const wrong = 'path failed validation: path.page_id should be a valid uuid, instead was `"abc"`.'
    expect(await notion.call('GET', '/pages/abc')).toMatchObject(refused(400, 'validation_error', wrong))
    const unknown = '11111111-1111-4111-8111-111111111111'
    for (const [path, kind] of [
      [`/pages/${unknown}`, 'page'],
      [`/blocks/${unknown}`, 'block'],
      [`/blocks/${unknown}/children`, 'block'],
      [`/databases/${unknown}`, 'database'],
      [`/data_sources/${unknown}`, 'data_source'],
    ]) {
      const message = expect.stringContaining(`Could not find ${kind} with ID: ${unknown}.`)
      expect(await notion.call('GET', path ?? '')).toMatchObject(refused(404, 'object_not_found', message))
    }
  })

  test('with text that Postgres cannot store', async () => {
    for (const content of ['a\u0000b', 'half \ud83d a pair']) {
      const body = { parent: { page_id: NOTION_ROOT_PAGE_ID }, properties: { title: { title: [{ text: { content } }] } } }
      expect(await notion.call('POST', '/pages', body)).toMatchObject(
        refused(400, 'validation_error', expect.stringContaining('not valid Unicode')),
      )
    }
  })
})

test('refuses invalid input, never with a server error', async () => {
  const page = await createPage(notion, 'Target')
  const nonsense = [
    null,
    [],
    {},
    0,
    'text',
    { children: {} },
    { children: [null] },
    { children: [{ paragraph: null }] },
    { properties: [] },
  ]
  const deeper = [
    { properties: { title: null } },
    { properties: { title: { title: [{}] } } },
    { filter: 1 },
    { filter: { and: {} } },
    { sorts: [{}] },
  ]
  const more = [
    { parent: null },
    { parent: { page_id: 1 } },
    { title: 'x' },
    { __proto__: 1 },
    { start_cursor: 'x' },
    { page_size: -1 },
    { mode: 'x' },
  ]
  const paths = ['/search', '/pages', '/databases', '/file_uploads', `/data_sources/${page.id}/query`, `/file_uploads/${page.id}/send`]
  const patched = [
    `/pages/${page.id}`,
    `/blocks/${page.id}`,
    `/blocks/${page.id}/children`,
    `/databases/${page.id}`,
    `/data_sources/${page.id}`,
  ]
  for (const body of [...nonsense, ...deeper, ...more]) {
    for (const path of paths)
      expect((await notion.call('POST', path, body)).status, `POST ${path} ${JSON.stringify(body)}`).toBeLessThan(500)
    for (const path of patched)
      expect((await notion.call('PATCH', path, body)).status, `PATCH ${path} ${JSON.stringify(body)}`).toBeLessThan(500)
  }
})

test('keeps a workspace across a restart, including file URLs', async () => {
  const first = await startNotion()
  const page = await createPage(first, 'Kept', { children: [paragraph('still here')] })
  await first.stop()
  const second = await startNotion({ databaseUrl: first.databaseUrl })
  const { results } = await second.client.blocks.children.list({ block_id: page.id })
  expect(results).toMatchObject([{ paragraph: { rich_text: [{ plain_text: 'still here' }] } }])
  await second.stop()
})

describe('the limit of three requests a second', () => {
  test('responds with rate_limited and Retry-After beyond the limit; the client waits and retries', async () => {
    const limited = await startNotion({ rateLimit: { perSecond: 3, burst: 4 } })
    const responses = await Promise.all(Array.from({ length: 40 }, () => limited.call('GET', '/users/me')))
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(3)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect(refused[0]?.body).toMatchObject({ object: 'error', status: 429, code: 'rate_limited' })
    const patient = new Client({
      auth: NOTION_TOKEN,
      baseUrl: limited.baseUrl,
      notionVersion: NOTION_VERSION,
      retry: { maxRetries: 3 },
      logger: () => undefined,
    })
    await patient.users.me({})
    await limited.stop()
  })
})

describe('faults on demand', () => {
  test.each([
    ['error', { kind: 'error', status: 503 } as const, 'service_unavailable'],
    ['error', { kind: 'error', status: 500 } as const, 'internal_server_error'],
    ['error', { kind: 'error', status: 409 } as const, 'conflict_error'],
    ['error', { kind: 'error', status: 404 } as const, 'object_not_found'],
    ['rate limit', { kind: 'rate_limited', retry_after: 7 } as const, 'rate_limited'],
  ])('an %s has Notion’s error format', async (_name, fault, code) => {
    notion.faults.set({ service: 'notion', times: 1, ...fault })
    const error = await notion.client.users.me({}).catch((caught: unknown) => caught)
    expect(APIResponseError.isAPIResponseError(error) && error.code).toBe(code)
    await notion.client.users.me({})
  })

  test('the client gets no response with `down`, and invalid JSON with `malformed`', async () => {
    notion.faults.set({ service: 'notion', kind: 'down', times: 1 })
    await expect(notion.client.users.me({})).rejects.toThrow('fetch failed')
    notion.faults.set({ service: 'notion', kind: 'malformed', times: 1 })
    await expect(notion.client.users.me({})).rejects.toThrow(SyntaxError)
  })
})
