import { callControl } from '@academy/standins'
import { signWebhookPayload } from '@notionhq/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { type NotionWorkspace, paragraphOf, startNotionWorkspace } from '../../../testing/notion-workspace.ts'
import { publisher } from '../../../testing/published-pages.ts'
import { unexpectedLines } from '../../../testing/unexpected-lines.ts'
import { NOTION_WEBHOOK_PATH as url } from './notion-webhook.ts'

const TOKEN = 'secret_of_the_subscription'

let workspace: NotionWorkspace
beforeEach(async () => {
  workspace = await startNotionWorkspace()
  const course = await workspace.addCourse({ name: 'Course', slug: 'master-course' })
  await workspace.addSession(course, { name: 'Session', slug: 'session', free: true })
})
afterEach(() => workspace.stop())

const start = (env: Record<string, string>) => buildTestApp({ env: { ...workspace.env, CONTENT_SYNC_SECONDS: '3600', ...env } })
type App = Awaited<ReturnType<typeof start>>['app']

async function send(app: App, body: unknown, signedWith: string | null = TOKEN) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const signature =
    signedWith === null ? {} : { 'x-notion-signature': await signWebhookPayload({ body: payload, verificationToken: signedWith }) }
  return await app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...signature } })
}
const runs = (app: App) => app.sql`select kind, trigger, result from content_sync_runs order by started_at`
const SOON = { interval: 50 }

test('webhooks start a sync soon, one for several at the same time', async () => {
  const { app } = await start({ NOTION_WEBHOOK_TOKEN: TOKEN })
  await expect.poll(() => runs(app), SOON).toMatchObject([{ trigger: 'start', result: 'done' }])
  // In a small workspace every sync lists all pages.
  await publisher(app.db).resources(700)
  await workspace.addResource({ name: 'New', slug: 'new', blocks: [paragraphOf('x')] })
  for (let count = 0; count < 5; count += 1) expect((await send(app, { type: 'page.content_updated' })).statusCode).toBe(200)
  await expect.poll(() => runs(app), SOON).toMatchObject([{}, { kind: 'incremental', trigger: 'webhook', result: 'done' }])
  expect(await app.sql`select public_id from content_resources where public_id = 'new'`).toHaveLength(1)

  await send(app, { type: 'page.content_updated' })
  await send(app, { type: 'page.deleted' })
  await expect.poll(() => runs(app), SOON).toMatchObject([{}, {}, { kind: 'full', trigger: 'webhook', result: 'held' }])
})

test('retries a requested run after half a minute', async () => {
  const { app, logs } = await start({ NOTION_WEBHOOK_TOKEN: TOKEN, LOG_LEVEL: 'error' })
  const secondsToNextRun = async (): Promise<number> => {
    const { values } = (await app.metrics.getSingleMetric('content_sync_next_timestamp_seconds')?.get()) ?? { values: [] }
    return (values[0]?.value ?? 0) - Date.now() / 1000
  }
  await expect.poll(() => runs(app), SOON).toMatchObject([{ trigger: 'start', result: 'done' }])
  await expect.poll(secondsToNextRun, SOON).toBeGreaterThan(3_000)
  await workspace.setFault({ kind: 'error', status: 503, path: '/query' })
  await send(app, { type: 'page.created' })
  await expect.poll(() => runs(app), SOON).toMatchObject([{}, { trigger: 'webhook', result: 'failed' }])
  await expect.poll(secondsToNextRun, SOON).toBeLessThanOrEqual(30)
  expect(logs.join('')).toContain('content sync ended early')
})

test("refuses webhooks without the workspace's signature", async () => {
  const { app, logs } = await start({ NOTION_WEBHOOK_TOKEN: TOKEN })
  await expect.poll(() => runs(app), SOON).toMatchObject([{ result: 'done' }])
  const requestSync = vi.spyOn(app, 'contentEdited').mockReturnValue(undefined)
  onTestFinished(() => requestSync.mockRestore())
  const event = { type: 'page.content_updated' }
  const refused = [
    await send(app, event, 'another-secret'),
    await send(app, event, null),
    await send(app, { verification_token: 'secret_of_somebody_else' }, 'secret_of_somebody_else'),
    await send(app, '', 'another-secret'),
    await app.inject({ method: 'POST', url, payload: event, headers: { 'x-notion-signature': 'sha256=00' } }),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401])
  expect((await send(app, 'no json')).statusCode, 'signed nonsense asks for nothing').toBe(200)
  expect(requestSync).not.toHaveBeenCalled()
  expect(await runs(app)).toHaveLength(1)
  expect(unexpectedLines(logs)).toEqual([])
  expect((await send(app, event)).statusCode).toBe(200)
  expect(requestSync).toHaveBeenCalledExactlyOnceWith('incremental')
})

test('parses no body of a sender over the limit, or without a signature', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const parsed = () => parse.mock.calls.filter(([text]) => String(text).includes('a large body'))
  const large = { text: `a large body ${'a'.repeat(100_000)}` }

  const configured = await start({ NOTION_WEBHOOK_TOKEN: TOKEN, RATE_LIMIT_PUBLIC_PER_MINUTE: '2' })
  for (const status of [401, 401, 429, 429]) expect((await send(configured.app, large, null)).statusCode).toBe(status)
  expect(parsed()).toHaveLength(0)

  const { app } = await start({ RATE_LIMIT_PUBLIC_PER_MINUTE: '2' })
  for (const status of [401, 401, 429, 429]) expect((await send(app, large, null)).statusCode).toBe(status)
  expect(parsed()).toHaveLength(2)
})

test("logs Notion's verification token for the operator, and accepts no webhooks before it is set", async () => {
  const { app, logs } = await start({ LOG_LEVEL: 'warn' })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const registered = callControl<Record<string, string>>(workspace.standins.notionBaseUrl, 'POST', '/control/webhooks', {
    url: `${origin}${url}`,
  })
  const { verification_token, token_response } = await registered
  expect(token_response).toBe('200')
  expect(logs.join('')).toContain(verification_token)
  const unsigned = await send(app, { verification_token: 'secret_not_signed' }, null)
  expect([unsigned.statusCode, logs.join('').includes('secret_not_signed')], 'Notion does not sign this one').toEqual([200, true])
  expect((await send(app, { verification_token: 'two\nlines of a log' })).statusCode).toBe(401)
  expect((await send(app, { type: 'page.deleted' })).statusCode).toBe(401)
})
