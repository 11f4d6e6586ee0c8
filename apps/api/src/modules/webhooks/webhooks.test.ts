import { randomUUID } from 'node:crypto'
import { contract, type Webhook } from '@academy/contract'
import { MOST_WEBHOOKS } from '@academy/contract/webhook-events'
import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts'

const ADMIN = 'admin@example.test'
const receiver = await startWebhookReceiver()
const { app, signIn } = await buildTestApp({ env: { ADMIN_EMAIL: ADMIN, WEBHOOK_TRUSTED_ORIGINS: receiver.origin } })
const headers = await signIn({ email: ADMIN })
const url = `${receiver.origin}/hook`
const events = ['tutorial.started']

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
  app.inject({ method, url: `/api/admin/webhooks${path}`, headers, ...(payload && { payload }) })
const { 201: created } = contract.webhooks.create.responses
const { 200: listed } = contract.webhooks.list.responses
const { 200: page } = contract.webhooks.attempts.responses

async function create(input: object = { url, events }): Promise<{ webhook: Webhook; secret: string }> {
  const response = await call('POST', '', input)
  expect(response.statusCode).toBe(201)
  return created.strict().parse(response.json()).data
}
const list = async () => listed.strict().parse((await call('GET')).json()).data
const attempts = async (id: string, query = '') => page.strict().parse((await call('GET', `/${id}/attempts${query}`)).json()).data
const start = (tutorial: string) =>
  app.sql`insert into tutorial_progress (account_id, tutorial_id, started_at, updated_at) values (${randomUUID()}, ${tutorial}, now(), now())`

beforeEach(async () => {
  await app.sql`delete from webhook_endpoints`
  await app.sql`delete from webhook_events`
  await app.sql`delete from webhook_attempts`
  receiver.reset()
})

test('HOOK-09 a webhook gets the events from its creation on, with the secret that only its creation tells', async () => {
  await create({ url: 'https://hooks.example.com/', events })
  await start('before')
  await app.webhookSender.run()
  const { webhook, secret } = await create()
  await start('after')
  await app.webhookSender.run()
  expect(receiver.tutorials()).toEqual(['after'])
  const [event] = receiver.received
  expect(new Verifier(secret).verify(event?.body ?? '', event?.headers ?? {})).toMatchObject({ data: { tutorial_id: 'after' } })
  const [, shown] = await list()
  expect(shown).toEqual({ ...webhook, position: webhook.position + 1 })
  expect(
    JSON.stringify([await list(), await app.sql`select * from webhook_endpoints`, await app.sql`select * from audit_log`]),
  ).not.toContain(secret.slice('whsec_'.length))
})

test('HOOK-09 a replaced secret signs beside the one before', async () => {
  const { webhook, secret } = await create()
  const { data } = created.strict().parse((await call('POST', `/${webhook.id}/secret`)).json())
  expect(data.secret).not.toBe(secret)
  expect(data.webhook.rotated_at).not.toBeNull()
  await start('after')
  await app.webhookSender.run()
  const [event] = receiver.received
  for (const known of [secret, data.secret]) expect(new Verifier(known).verify(event?.body ?? '', event?.headers ?? {})).toBeTruthy()
})

test('HOOK-09 events wait while it is paused, and are sent when it goes on', async () => {
  const { webhook } = await create()
  const change = (paused: boolean) => call('PUT', `/${webhook.id}`, { url, events, paused })
  expect((await change(true)).json().data).toMatchObject({ paused_by: 'administrator', paused_at: expect.any(String) })
  await start('first')
  await app.webhookSender.run()
  expect(receiver.received).toEqual([])
  expect((await list())[0]).toMatchObject({ waiting: 1, next_attempt_at: null })
  expect((await change(false)).json().data).toMatchObject({ paused_by: null, paused_at: null })
  await app.webhookSender.run()
  expect(receiver.tutorials()).toEqual(['first'])
  expect((await list())[0]).toMatchObject({ waiting: 0 })
})

test('HOOK-09 the log names each attempt, and a replay sends the events again from one on', async () => {
  const { webhook } = await create()
  await start('first')
  await app.webhookSender.run()
  receiver.respond = (_request, response) => void response.writeHead(400).end('What is this?')
  await start('second')
  await app.webhookSender.run()
  expect((await list())[0]).toMatchObject({ failed_attempts: 1, next_attempt_at: expect.any(String), waiting: 1 })
  const { attempts: log, next } = await attempts(webhook.id)
  const [, sent] = receiver.received
  expect([log.map(({ status, failure, type }) => [status, failure, type]), next]).toEqual([
    [
      [400, 'What is this?', 'tutorial.started'],
      [204, null, 'tutorial.started'],
    ],
    null,
  ])
  expect(log[0]?.event_id).toBe(sent?.headers['webhook-id'])

  receiver.reset()
  const replay = (from: number) => call('PUT', `/${webhook.id}`, { url, events, paused: false, replay_from: from })
  expect((await replay(log[1]?.position ?? 0)).statusCode).toBe(200)
  await app.webhookSender.run()
  expect(receiver.tutorials()).toEqual(['first', 'second'])

  await start('third')
  await start('fourth')
  receiver.reset()
  await replay(1_000_000)
  await app.webhookSender.run()
  expect(receiver.tutorials(), 'no event is skipped that was not there').toEqual(expect.arrayContaining(['fourth']))
})

test('HOOK-09 the log has pages', async () => {
  const { webhook } = await create()
  await app.sql`insert into webhook_attempts (endpoint_id, position, milliseconds, status) select ${webhook.id}, n, 5, 204 from generate_series(1, 60) as n`
  const first = await attempts(webhook.id)
  const rest = await attempts(webhook.id, `?cursor=${first.next}`)
  expect([first.attempts.length, rest.attempts.length, rest.next]).toEqual([50, 10, null])
  expect(new Set([...first.attempts, ...rest.attempts].map(({ id }) => id)).size).toBe(60)
  expect((await call('GET', `/${webhook.id}/attempts?cursor=x`)).statusCode).toBe(400)
})

test('HOOK-08 HOOK-09 refuses other addresses and events, and more webhooks than there may be', async () => {
  const refused = async (input: object) => (await call('POST', '', { url, events, ...input })).json().fields
  expect(await refused({ url: 'http://hooks.example.com/' })).toEqual({ url: 'The address must begin with https:// and have no port.' })
  expect(await refused({ url: 'https://10.0.0.8/' })).toEqual({ url: 'The address is private.' })
  expect(await refused({ url: 'hooks' })).toEqual({ url: expect.stringContaining('Write the address') })
  expect(await refused({ events: [] })).toEqual({ events: 'Choose at least one event.' })
  expect(Object.values(await refused({ events: ['tutorial.liked'] }))).toEqual([expect.stringContaining('Choose among')])
  for (let count = 0; count < MOST_WEBHOOKS; count += 1) await create()
  expect((await call('POST', '', { url, events })).statusCode).toBe(409)
})

test('HOOK-09 removes a webhook with its log, and every change is in the audit log', async () => {
  const { webhook } = await create()
  await start('first')
  await app.webhookSender.run()
  expect((await call('DELETE', `/${webhook.id}`)).statusCode).toBe(200)
  expect(await list()).toEqual([])
  expect(await app.sql`select from webhook_attempts`).toEqual([])
  for (const [method, path, payload] of [
    ['DELETE', '', undefined],
    ['PUT', '', { url, events, paused: true }],
    ['POST', '/secret', undefined],
    ['GET', '/attempts', undefined],
  ] as const)
    expect([method, (await call(method, `/${webhook.id}${path}`, payload)).statusCode]).toEqual([method, 404])
  const acts =
    await app.sql`select who, reason from audit_log where what = 'change_webhook' and details->>'webhook' = ${webhook.id} order by at, id`
  expect(acts).toEqual([
    { who: ADMIN, reason: 'created' },
    { who: ADMIN, reason: 'removed' },
  ])
})
