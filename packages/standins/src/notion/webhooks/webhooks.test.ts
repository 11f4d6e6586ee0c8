import { type BaseWebhookPayload, verifyWebhookSignature } from '@notionhq/client'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Received, startReceiver } from '../../testing/start-receiver.ts'
import { createPage, paragraph, startNotion, text } from '../testing/start-notion.ts'

type Hook = { id: string; verification_token: string; active: boolean }

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

test('a webhook URL gets a signed token, and no events before the token is verified', async () => {
  const hook = await register()
  expect(hook.active).toBe(false)
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

test('subscribers get events for pages that are created, changed, deleted and restored', async () => {
  await subscribe()
  const page = await createPage(notion, 'Page', { children: [paragraph('a')] })
  await notion.client.pages.update({ page_id: page.id, properties: { title: { title: text('B') } } })
  await notion.client.blocks.children.append({ block_id: page.id, children: [paragraph('b')] })
  await notion.client.pages.update({ page_id: page.id, in_trash: true })
  await notion.client.pages.update({ page_id: page.id, in_trash: false })
  const kinds = ['created', 'properties_updated', 'content_updated', 'deleted', 'undeleted']
  await arrived(...kinds.map((kind) => `page.${kind} ${page.id}`))
})

test('a delivery is retried after one and three minutes, with its attempt number', async () => {
  await subscribe()
  onTestFinished(() => notion.clock.reset('notion'))
  receiver.reply.status = 503
  // The delay begins with an attempt, not with its response.
  receiver.reply.before = () => notion.clock.advance(185, 'notion')
  const page = await createPage(notion, 'Retried')
  const attempts = () => receiver.received.filter(({ body }) => body.entity.id === page.id)
  await until(() => expect(attempts()).toHaveLength(3))
  expect(attempts().map(({ body }) => body.attempt_number)).toEqual([1, 2, 3])
  expect(new Set(attempts().map(({ body }) => body.id)).size).toBe(1)
})
