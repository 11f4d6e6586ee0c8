import path from 'node:path'
import { migrate } from '@academy/api/migrate'
import { projectRoot } from '@academy/operator'
import { loadSampleContent } from '@academy/sample-content'
import { callControl, startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import { isFullPage } from '@notionhq/client'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { apiEnvironment } from './api-environment.ts'
import { fillWorkspace } from './fill-workspace.ts'
import { createNotionClient } from './notion-client.ts'
import { subscribeToEdits } from './notion-webhook.ts'
import { findFreePorts } from './ports.ts'
import { startNodeService, waitUntilReady } from './processes.ts'

const { course } = loadSampleContent()
/** The first session of the course, which is pushed sooner than the whole content. */
const content = { course: { ...course, sessions: course.sessions.slice(0, 1) }, furtherCourses: [], library: [] }

const databaseUrl = await newTestDatabase('edits')
await migrate(databaseUrl)
const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
const webUrl = 'http://localhost:3000'
const standins = await startStandins({ databaseUrl: await newTestDatabase('edits_standins'), siteUrl: webUrl })
await fillWorkspace({ standins, databaseUrl, webUrl }, content)
const ports = await findFreePorts()
const apiUrl = `http://127.0.0.1:${ports.api}`
const edits = await subscribeToEdits(standins, apiUrl)
const env = apiEnvironment({ ports, databaseUrl, webUrl, standins, webhookToken: edits.token })
const api = startNodeService(path.join(projectRoot, 'apps/api/src/server.ts'), { name: 'API', env })
await waitUntilReady(`${apiUrl}/api/ready`, api)
await edits.confirm()
afterAll(async () => {
  await api.stop()
  await sql.end()
  await standins.stop()
})

test('an edit in Notion is in the mirror within seconds, although the next scheduled sync is minutes away', async () => {
  const notion = createNotionClient(standins)
  const { results } = await notion.search({ filter: { property: 'object', value: 'page' }, page_size: 100 })
  const page = results.find((result) => isFullPage(result) && result.parent.type === 'data_source_id' && 'Text' in result.properties)
  const text = `Edited ${Date.now()}.`
  await notion.pages.update({ page_id: page?.id ?? '', properties: { Text: { rich_text: [{ text: { content: text } }] } } })
  await expect.poll(async () => (await sql`select description from content_courses`).map(({ description }) => description)).toContain(text)
  expect(await sql`select 1 from content_sync_runs where trigger = 'webhook'`).not.toEqual([])
})

test('the next start keeps the token, and removes URLs with earlier ports', async () => {
  const [before, again] = [await subscribeToEdits(standins, apiUrl), await subscribeToEdits(standins, apiUrl)]
  expect(again.token).toBe(before.token)
  await subscribeToEdits(standins, 'http://127.0.0.1:9')
  const { webhooks } = await callControl<{ webhooks: { url: string }[] }>(standins.notionBaseUrl, 'GET', '/control/webhooks')
  expect(webhooks.map(({ url }) => new URL(url).origin)).toEqual(['http://127.0.0.1:9'])
})
