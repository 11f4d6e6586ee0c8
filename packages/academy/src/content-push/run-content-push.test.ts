import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPushSettings } from './push-settings.ts'
import { runContentPush } from './run-content-push.ts'
import { smallCourse } from './testing/small-course.ts'
import { startWorkspaces } from './testing/start-workspace.ts'

const ROOT = '0acade00-0000-4000-8000-000000000001'

let workspaces: Awaited<ReturnType<typeof startWorkspaces>>
let workspace: Awaited<ReturnType<typeof workspaces.open>>
beforeAll(async () => {
  workspaces = await startWorkspaces()
  workspace = await workspaces.open()
})
afterAll(async () => {
  await workspace.close()
  await workspaces.stop()
})

const settings = (changes: { token?: string; rootPageId?: string; baseUrl?: string } = {}) => ({
  token: workspace.standins.notionToken,
  rootPageId: workspace.rootPageId,
  baseUrl: workspace.standins.notionBaseUrl,
  ...changes,
})

test('settings come from the environment; the page may be given by its address', () => {
  const env = { NOTION_TOKEN: 'ntn_1', NOTION_ROOT_PAGE_ID: 'https://www.notion.so/Academy-0acade00000040008000000000000001' }
  expect(readPushSettings([], env)).toEqual({ token: 'ntn_1', rootPageId: ROOT, baseUrl: 'https://api.notion.com' })
  expect(readPushSettings([], { ...env, NOTION_BASE_URL: 'http://localhost:3002/notion' }).baseUrl).toBe('http://localhost:3002/notion')
})

test('--local means the academy on this machine, wherever its ports are', () => {
  expect(readPushSettings(['--local'], { ACADEMY_PORT: '4000' })).toMatchObject({
    rootPageId: ROOT,
    baseUrl: 'http://localhost:4002/notion',
  })
})

test('what is missing is named, with a way to go on', () => {
  expect(() => readPushSettings([], {})).toThrow(/NOTION_TOKEN is not set[\s\S]*content:push --local/)
  expect(() => readPushSettings([], { NOTION_TOKEN: 'ntn_1' })).toThrow('NOTION_ROOT_PAGE_ID is not set')
  expect(() => readPushSettings([], { NOTION_TOKEN: 'ntn_1', NOTION_ROOT_PAGE_ID: 'Academy' })).toThrow('neither the id nor the address')
  expect(() => readPushSettings(['--force'], {})).toThrow('does not know "--force"')
})

test('a push tells each page and ends with the counts', async () => {
  const said: string[] = []
  await runContentPush(settings(), (line) => said.push(line.trim()), smallCourse())
  expect(said).toContain('… created sessions/01-start/first.md')
  expect(said.at(-1)).toBe('9 created, 0 updated, 0 unchanged')
})

test('a wrong token, a page that is not shared and a wrong address are told in words', async () => {
  const run = (changes: Parameters<typeof settings>[0]) => runContentPush(settings(changes), () => undefined, smallCourse())
  await expect(run({ token: 'ntn_wrong' })).rejects.toThrow('does not accept NOTION_TOKEN')
  await expect(run({ rootPageId: '11111111-1111-4111-8111-111111111111' })).rejects.toThrow(/Could not find block[\s\S]*Share the page/)
  await expect(run({ baseUrl: 'http://127.0.0.1:1/notion' })).rejects.toThrow('Nothing answers at http://127.0.0.1:1/notion')
})
