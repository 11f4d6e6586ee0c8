import { type BaseWebhookPayload, verifyWebhookSignature } from '@notionhq/client'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Received, startReceiver } from '../../testing/start-receiver.ts'
import { NOTION_ROOT_PAGE_ID } from '../notion-standin.ts'
import { createDataSource, createPage, paragraph, startNotion, text } from '../testing/start-notion.ts'

type Hook = { id: string; verification_token: string; active: boolean; token_sent: boolean; token_response: string }

const notion = await startNotion()
afterAll(() => notion.stop())
type Payload = BaseWebhookPayload & { type: string; entity: { id: string } }
let receiver: Awaited<ReturnType<typeof startReceiver<Payload>>>
beforeEach(async () => {
  receiver = await startReceiver()
  onTestFinished(receiver.stop)
})

const register = async () => (await notion.control<Hook>('POST', '/webhooks', { url: receiver.url })).body
const verifySubscription = ({ id, verification_token }: Hook) =>
  notion.control<Hook>('POST', `/webhooks/${id}/verify`, { verification_token })

/** Creates an active subscription for this test. */
async function subscribe() {
  const hook = await register()
  expect((await verifySubscription(hook)).body).toMatchObject({ active: true })
  onTestFinished(async () => {
    await notion.control('DELETE', `/webhooks/${hook.id}`)
  })
  receiver.received.length = 0
  return hook
}

const events = () => receiver.received.map(({ body }) => `${body.type} ${body.entity.id}`).toSorted()
const until = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 60_000 })
const arrived = (...wanted: string[]) => until(() => expect(events()).toEqual(wanted.toSorted()))

describe('a webhook URL', () => {
  test('gets a signed token, and no events before the token is verified', async () => {
    const hook = await register()
    expect(hook).toMatchObject({ active: false, token_sent: true, token_response: '200' })
    const [handshake] = receiver.received
    expect(handshake?.body).toEqual({ verification_token: hook.verification_token })
    const signature = String(handshake?.headers['x-notion-signature'])
    expect(await verifyWebhookSignature({ body: handshake?.raw ?? '', signature, verificationToken: hook.verification_token })).toBe(true)
    await createPage(notion, 'Unheard')
    expect(await notion.control('POST', `/webhooks/${hook.id}/verify`, { verification_token: 'secret_wrong' })).toMatchObject({
      status: 400,
      body: { message: 'The verification token is wrong. Use the one that was sent to the URL.' },
    })
    await verifySubscription(hook)
    const delivered = await createPage(notion, 'Delivered')
    await until(() => expect(receiver.received.slice(1).map(({ body }) => body.entity.id)).toEqual([delivered.id]))
    await notion.control('DELETE', `/webhooks/${hook.id}`)
  })

  test('reports a token that did not arrive, and a second registration changes nothing', async () => {
    receiver.reply.status = 500
    const hook = await register()
    expect(hook).toMatchObject({ token_sent: false, token_response: '500' })
    expect(await register()).toMatchObject({ id: hook.id, verification_token: hook.verification_token })
    await notion.control('DELETE', `/webhooks/${hook.id}`)
  })

  test('reports an unreachable URL', async () => {
    await receiver.stop()
    const hook = await register()
    expect(hook).toMatchObject({ token_sent: false, token_response: expect.stringContaining('ECONNREFUSED') })
    await notion.control('DELETE', `/webhooks/${hook.id}`)
  })

  test.each([
    [{ url: 'http://example.com/hook' }, 'must be an https URL, or an http URL of this machine'],
    [{ url: 'ftp://127.0.0.1/' }, 'must be an https URL'],
    [{ url: 'hook' }, 'Invalid URL'],
    [{ url: 'https://example.com/', event_types: ['page.created'] }, 'event_types'],
    [{}, 'url'],
  ])('%j is refused', async (body, message) => {
    expect(await notion.control('POST', '/webhooks', body)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    })
  })

  test('responds with 404 for an unknown subscription', async () => {
    const webhook = `/webhooks/${NOTION_ROOT_PAGE_ID}`
    for (const [method, path, body] of [
      ['POST', `${webhook}/verify`, { verification_token: 'x' }],
      ['DELETE', webhook, undefined],
      ['DELETE', '/webhooks/none', undefined],
    ] as const) {
      expect((await notion.control(method, path, body)).status).toBe(404)
    }
  })
})

test('an event names the change and its author, and has a valid signature', async () => {
  const hook = await subscribe()
  const page = await createPage(notion, 'Signed')
  await arrived(`page.created ${page.id}`)
  const [{ body, raw, headers }] = receiver.received as [Received<Payload>]
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    workspace_id: expect.any(String),
    workspace_name: 'Academy',
    subscription_id: hook.id,
    integration_id: expect.any(String),
    authors: [{ id: expect.any(String), type: 'bot' }],
    attempt_number: 1,
    api_version: '2026-03-11',
    entity: { id: page.id, type: 'page' },
    type: 'page.created',
  })
  const check = (changed: string, token = hook.verification_token) =>
    verifyWebhookSignature({ body: changed, signature: String(headers['x-notion-signature']), verificationToken: token })
  expect([await check(raw), await check(`${raw} `), await check(raw, 'secret_other')]).toEqual([true, false, false])
})

describe('subscribers get events for', () => {
  test('pages that are created, changed, deleted and restored', async () => {
    await subscribe()
    const page = await createPage(notion, 'Page', { children: [paragraph('a')] })
    await notion.client.pages.update({ page_id: page.id, properties: { title: { title: text('B') } } })
    await notion.client.blocks.children.append({ block_id: page.id, children: [paragraph('b')] })
    await notion.client.pages.update({ page_id: page.id, in_trash: true })
    await notion.client.pages.update({ page_id: page.id, in_trash: false })
    const kinds = ['created', 'properties_updated', 'content_updated', 'deleted', 'undeleted']
    await arrived(...kinds.map((kind) => `page.${kind} ${page.id}`))
  })

  test('changed and deleted blocks, as new content of their page, merged into one event', async () => {
    const page = await createPage(notion, 'Blocks', {
      children: [paragraph('a'), { toggle: { rich_text: [], children: [paragraph('b')] } }],
    })
    const { results } = await notion.client.blocks.children.list({ block_id: page.id })
    const [first, toggle] = [results[0]?.id ?? '', results[1]?.id ?? '']
    await subscribe()
    await notion.client.blocks.update({ block_id: first, paragraph: { rich_text: text('c') } })
    await notion.client.blocks.delete({ block_id: first })
    await notion.client.blocks.children.append({ block_id: toggle, children: [paragraph('d')] })
    await arrived(`page.content_updated ${page.id}`)
  })

  test('pages that are deleted as blocks of another', async () => {
    const page = await createPage(notion, 'Child')
    await subscribe()
    await notion.client.blocks.delete({ block_id: page.id })
    await arrived(`page.deleted ${page.id}`)
  })

  test('databases, their columns, and the pages that enter and leave them', async () => {
    await subscribe()
    const { databaseId, dataSourceId } = await createDataSource(notion, 'Delivered', { Name: { title: {} }, Old: { number: {} } })
    await arrived(`database.created ${databaseId}`, `data_source.created ${dataSourceId}`)
    receiver.received.length = 0
    const properties = { Old: { name: 'New' }, Added: { checkbox: {} } }
    await notion.client.dataSources.update({ data_source_id: dataSourceId, properties })
    await arrived(`data_source.schema_updated ${dataSourceId}`)
    receiver.received.length = 0
    const page = await createPage(notion, '', { parent: { data_source_id: dataSourceId }, properties: {} })
    await arrived(`page.created ${page.id}`, `data_source.content_updated ${dataSourceId}`)
    receiver.received.length = 0
    await notion.client.databases.update({ database_id: databaseId, in_trash: true })
    await arrived(`database.deleted ${databaseId}`, `data_source.deleted ${dataSourceId}`)
  })
})

describe('a delivery', () => {
  const attempts = (page: { id: string }) => receiver.received.filter(({ body }) => body.entity.id === page.id)

  /** Waits until everything that is due was sent: the worker sends it together with the first page, and the second page afterwards. */
  async function allSent(): Promise<void> {
    for (const name of ['Sent with what is due', 'Sent afterwards']) {
      const page = await createPage(notion, name)
      await until(() => expect(attempts(page)).not.toEqual([]))
    }
  }

  test('is retried after one and three minutes, with its attempt number', async () => {
    await subscribe()
    onTestFinished(() => notion.clock.reset())
    receiver.reply.status = 503
    const page = await createPage(notion, 'Retried')
    await until(() => expect(attempts(page)).toHaveLength(1))
    await notion.clock.advance(50, 'notion')
    await allSent()
    expect(attempts(page)).toHaveLength(1)
    await notion.clock.advance(15, 'notion')
    await until(() => expect(attempts(page)).toHaveLength(2))
    receiver.reply.status = 200
    await notion.clock.advance(185, 'notion')
    await until(() => expect(attempts(page)).toHaveLength(3))
    expect(attempts(page).map(({ body }) => body.attempt_number)).toEqual([1, 2, 3])
    expect(new Set(attempts(page).map(({ body }) => body.id)).size).toBe(1)
    await notion.clock.advance(86_400, 'notion')
    await allSent()
    expect(attempts(page)).toHaveLength(3)
  })

  test('stops after eight failed attempts; a redirect counts as a failure', async () => {
    await subscribe()
    onTestFinished(() => notion.clock.reset())
    receiver.reply.status = 302
    // Longer than the delay before a ninth attempt. The delay begins with an attempt, not with its response.
    receiver.reply.before = () => notion.clock.advance(200_000, 'notion')
    const page = await createPage(notion, 'Given up')
    await until(() => expect(attempts(page)).toHaveLength(8))
    await allSent()
    expect(attempts(page)).toHaveLength(8)
  })

  test('survives a restart while it waits', async () => {
    const first = await startNotion()
    const { body: hook } = await first.control<Hook>('POST', '/webhooks', { url: receiver.url })
    await first.control('POST', `/webhooks/${hook.id}/verify`, { verification_token: hook.verification_token })
    // If the first one delivers the event before it stops, it is refused.
    receiver.reply.status = 503
    const page = await createPage(first, 'Kept')
    await first.stop()
    receiver.reply.status = 200
    receiver.received.length = 0
    const second = await startNotion({ databaseUrl: first.databaseUrl })
    await second.clock.advance(61, 'notion')
    await arrived(`page.created ${page.id}`)
    await second.stop()
  })
})

test('a failed write emits no event', async () => {
  await subscribe()
  const missing = { image: { file_upload: { id: NOTION_ROOT_PAGE_ID } } }
  await expect(createPage(notion, 'Never', { children: [missing] })).rejects.toThrow('Could not find')
  const page = await createPage(notion, 'Once')
  await arrived(`page.created ${page.id}`)
})
