import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPushSettings } from '../content-push/push-settings.ts'
import { runContentPush } from '../content-push/run-content-push.ts'
import { smallCourse } from '../content-push/testing/small-course.ts'
import { startWorkspaces } from '../content-push/testing/start-workspace.ts'
import { runContentCheck } from './run-content-check.ts'

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

const settings = (changes: { token?: string; baseUrl?: string } = {}) => ({
  token: workspace.standins.notionToken,
  rootPageId: workspace.rootPageId,
  baseUrl: workspace.standins.notionBaseUrl,
  ...changes,
})

async function check(changes: Parameters<typeof settings>[0] = {}) {
  const said: string[] = []
  const passes = await runContentCheck(settings(changes), (line) => said.push(line), 1_000)
  return { passes, said: said.join('\n') }
}

test('an empty workspace lacks its databases, and says so', async () => {
  await expect(check()).rejects.toThrow('There is no database “')
})

test('what was pushed passes; a page that is broken afterwards is named with its rule and reason', async () => {
  await runContentPush(settings(), () => undefined, smallCourse())
  const good = await check()
  expect(good.said).toMatch(/\d+ pages judged, 0 refused/)
  expect(good.passes).toBe(true)

  const { results } = await workspace.notion.search({ query: 'First', filter: { property: 'object', value: 'page' } })
  const page_id = results[0]?.id ?? ''
  await workspace.notion.pages.update({ page_id, properties: { Slug: { rich_text: [{ text: { content: 'not a slug' } }] } } })
  await workspace.notion.blocks.children.append({
    block_id: page_id,
    children: [{ heading_2: { rich_text: [{ text: { content: 'Promt' } }] } }],
  })
  const bad = await check()
  expect(bad.passes).toBe(false)
  expect(bad.said).toMatch(/✗ \w+: “[^”]*First[^”]*” is refused\n {4}slug_invalid: The slug “not a slug”[^\n]*\n {4}https?:/)
  expect(bad.said).toContain('1 refused')

  await workspace.notion.pages.update({ page_id, properties: { Slug: { rich_text: [{ text: { content: 'first' } }] } } })
  const warned = await check()
  expect([warned.passes, warned.said]).toEqual([
    true,
    expect.stringMatching(/! \w+: “[^”]*First[^”]*”\n {4}unknown_section: [^\n]*“Promt”/),
  ])
})

test('a wrong token and a wrong address are told in words', async () => {
  await expect(check({ token: 'ntn_wrong' })).rejects.toThrow('cannot be read')
  await expect(check({ baseUrl: 'http://127.0.0.1:1/notion' })).rejects.toThrow('Nothing answers at')
})

test('what is missing is named with the command that was meant', () => {
  expect(() => readPushSettings([], {}, 'content:check')).toThrow(/NOTION_TOKEN is not set[\s\S]*content:check --local/)
})
