import { callControl } from '@academy/standins'
import { afterAll, expect, test } from 'vitest'
import { readPushSettings, runContentPush } from './run-content-push.ts'
import { smallCourse } from './testing/small-course.ts'
import { openWorkspace } from './testing/start-workspace.ts'

const ROOT = '0acade00-0000-4000-8000-000000000001'

const workspace = await openWorkspace()
afterAll(async () => {
  await workspace.close()
})

/** Without a request limit, because the stand-in has none here. */
const quickly = { content: smallCourse(), requestsPerSecond: 1_000 }

const settings = (changes: { token?: string; rootPageId?: string; baseUrl?: string; empty?: boolean } = {}) => ({
  empty: false,
  token: workspace.standins.notionToken,
  rootPageId: workspace.rootPageId,
  baseUrl: workspace.standins.notionBaseUrl,
  ...changes,
})

test('reads settings from the environment, and the page id also from a URL', () => {
  const env = { NOTION_TOKEN: 'ntn_1', NOTION_ROOT_PAGE_ID: 'https://www.notion.so/Academy-0acade00000040008000000000000001' }
  expect(readPushSettings([], env)).toEqual({ token: 'ntn_1', rootPageId: ROOT, baseUrl: 'https://api.notion.com', empty: false })
  expect(readPushSettings([], { ...env, NOTION_BASE_URL: 'http://localhost:3002/notion' }).baseUrl).toBe('http://localhost:3002/notion')
})

test('names missing settings and the next step', () => {
  expect(() => readPushSettings([], {})).toThrow(/NOTION_TOKEN is not set[\s\S]*academy content:push/)
  expect(() => readPushSettings([], { NOTION_TOKEN: 'ntn_1' })).toThrow('NOTION_ROOT_PAGE_ID is not set')
  expect(() => readPushSettings([], { NOTION_TOKEN: 'ntn_1', NOTION_ROOT_PAGE_ID: 'Academy' })).toThrow('neither the id nor the address')
  expect(() => readPushSettings(['--force'], {})).toThrow("Unknown option '--force'")
})

test('prints each page and the counts', async () => {
  const output: string[] = []
  await runContentPush(settings(), (line) => output.push(line.trim()), quickly)
  expect(output).toContain('… created sessions/01-start/first.md')
  expect(output.at(-1)).toBe('9 created, 0 updated, 0 unchanged')
})

test('explains a wrong token, a page that is not shared and a wrong URL', async () => {
  const run = (changes: Parameters<typeof settings>[0]) => runContentPush(settings(changes), () => undefined, quickly)
  await expect(run({ token: 'ntn_wrong' })).rejects.toThrow('does not accept NOTION_TOKEN')
  await expect(run({ rootPageId: '11111111-1111-4111-8111-111111111111' })).rejects.toThrow(/Could not find block[\s\S]*Share the page/)
  await expect(run({ baseUrl: 'http://127.0.0.1:1/notion' })).rejects.toThrow('Nothing responds at http://127.0.0.1:1/notion')
})

type Workspace = Awaited<ReturnType<typeof openWorkspace>>

/** Runs a push against a new workspace, and returns its output. */
async function pushInto(other: Workspace, { empty = false, ...options }: Partial<typeof quickly> & { empty?: boolean } = {}) {
  const output: string[] = []
  const to = { token: other.standins.notionToken, rootPageId: other.rootPageId, baseUrl: other.standins.notionBaseUrl, empty }
  await runContentPush(to, (line) => output.push(line.trim()), { ...quickly, ...options })
  return output
}
const requests = ({ standins }: Workspace) =>
  callControl<{ total: number; rate_limited: number }>(standins.notionBaseUrl, 'GET', '/control/requests')

test('PUSH-02 a push stays below the request limit of Notion', async () => {
  const limited = await openWorkspace({ perSecond: 10, burst: 10 })
  await pushInto(limited, { requestsPerSecond: 9 })
  const { total, rate_limited } = await requests(limited)
  expect(total).toBeGreaterThan(20)
  expect(rate_limited).toBe(0)
  await limited.close()
})

test('PUSH-03 warns before a push of more blocks than a Free workspace allows', async () => {
  const other = await openWorkspace()
  const body = `## Description\n\n${Array.from({ length: 1_000 }, (_, i) => `Line ${i}`).join('\n\n')}`
  const output = await pushInto(other, { content: smallCourse({ body }) })
  expect(output[1]).toMatch(/warning: this push creates about 1,0\d\d blocks\. Notion’s Free plan/)
  expect((await pushInto(other, { content: smallCourse({ body }) })).join(), 'nothing is left to create').not.toContain('warning')
  await other.close()
})

test('PUSH-03 explains a full workspace', async () => {
  const other = await openWorkspace()
  await callControl(other.standins.url, 'PUT', '/control/faults', { service: 'notion', kind: 'error', status: 403 })
  await expect(pushInto(other)).rejects.toThrow(/limit of 1,000 blocks of the Free plan[\s\S]*start the push again/)
  await other.close()
})

test('PUSH-04 --empty creates the databases without pages', async () => {
  const other = await openWorkspace()
  expect(readPushSettings(['--empty'], { NOTION_TOKEN: 'ntn_1', NOTION_ROOT_PAGE_ID: ROOT }).empty).toBe(true)
  expect(() => readPushSettings(['--empty'], {}, 'content:check')).toThrow("Unknown option '--empty'")
  expect((await pushInto(other, { empty: true })).at(-1)).toBe('created Courses, Sessions, Tutorials, Library, without pages')
  expect((await pushInto(other, { empty: true })).at(-1)).toBe('all databases exist already')
  const { results } = await other.notion.search({ filter: { property: 'object', value: 'page' } })
  expect(results, 'the root page alone').toHaveLength(1)
  await other.close()
})
