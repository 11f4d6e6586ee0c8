import { afterAll, expect, test } from 'vitest'
import { pushContent } from '../content-push/push-content.ts'
import { readPushSettings, runContentPush } from '../content-push/run-content-push.ts'
import { smallCourse } from '../content-push/testing/small-course.ts'
import { openWorkspace } from '../content-push/testing/start-workspace.ts'
import { runContentCheck } from './run-content-check.ts'

const workspace = await openWorkspace()
afterAll(async () => {
  await workspace.close()
})

const settings = ({ standins, rootPageId } = workspace) => ({ token: standins.notionToken, rootPageId, baseUrl: standins.notionBaseUrl })

async function check(changes: { token?: string; baseUrl?: string } = {}, at = workspace) {
  const output: string[] = []
  const passes = await runContentCheck({ ...settings(at), ...changes }, (line) => output.push(line), { requestsPerSecond: 1_000 })
  return { passes, output: output.join('\n') }
}

test('reports the missing databases of an empty workspace', async () => {
  await expect(check()).rejects.toThrow('There is no database “')
})

test('accepts pushed content, and reports a broken page with its rule and reason', async () => {
  await runContentPush({ ...settings(), empty: false }, () => undefined, { content: smallCourse(), requestsPerSecond: 1_000 })
  const good = await check()
  expect(good.output).toMatch(/\d+ pages, 0 refused/)
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
  expect(bad.output).toMatch(/✗ \w+: “[^”]*First[^”]*” is refused\n {4}slug_invalid: The slug “not a slug”[^\n]*\n {4}https?:/)
  expect(bad.output).toContain('1 refused')

  await workspace.notion.pages.update({ page_id, properties: { Slug: { rich_text: [{ text: { content: 'first' } }] } } })
  const warned = await check()
  expect([warned.passes, warned.output]).toEqual([
    true,
    expect.stringMatching(/! \w+: “[^”]*First[^”]*”\n {4}unknown_section: [^\n]*“Promt”/),
  ])
})

test('SYNC-21 warns of two tutorials with the same “Order”', async () => {
  const other = await openWorkspace()
  const content = smallCourse()
  for (const tutorial of content.course.sessions[0]?.tutorials ?? []) tutorial.order = 7
  await pushContent({ notion: other.notion, rootPageId: other.rootPageId, content })
  const { output, passes } = await check({}, other)
  expect(output.match(/order_equal: “Order” is 7/g)).toHaveLength(2)
  expect(passes).toBe(true)
  await other.close()
})

test('explains what would delay a sync, and what learners do not see', async () => {
  const other = await openWorkspace()
  await pushContent({ notion: other.notion, rootPageId: other.rootPageId, content: smallCourse() })
  const find = async (query: string) =>
    (await other.notion.search({ query, filter: { property: 'object', value: 'page' } })).results[0]?.id ?? ''
  await other.notion.pages.update({ page_id: await find('Second'), properties: { Status: { select: { name: 'Draft' } } } })
  await other.notion.pages.update({ page_id: await find('Third'), properties: { session: { relation: [] } } })
  await other.notion.pages.update({ page_id: await find('First'), erase_content: true })
  const pages = await check({}, other)
  expect(pages.passes).toBe(false)
  expect(pages.output).toContain('– Tutorials: “Second” is a draft, and not shown to learners')
  expect(pages.output).toMatch(
    /✗ Tutorials: “Third” is refused\n {4}session_missing: The page belongs to no session, so learners do not see it/,
  )
  expect(pages.output).toMatch(/✗ Tutorials: “First” is refused\n {4}page_empty: The page of this tutorial is empty/)
  expect(pages.output).toContain('2 refused')

  const slug = { Slug: { rich_text: [{ text: { content: 'another' } }] } }
  await other.notion.pages.update({ page_id: await find('Master Course'), properties: slug })
  const parent = { type: 'page_id' as const, page_id: other.rootPageId }
  await other.notion.databases.create({ parent, title: [{ text: { content: 'Library' } }] })
  const { output } = await check({}, other)
  expect(output).toMatch(/✗ the sync would wait for an admin\n {4}database_ambiguous: There are 2 databases with the title “Library”/)
  expect(output).toMatch(/course_slug_changed: No page in “Courses” has the slug “master-course”.*“Master Course”/)
  expect(output).toMatch(/✗ Courses: “Master Course” is refused\n {4}product_missing: “Product” is empty/)
  await other.close()
})

test('explains a wrong token and a wrong URL', async () => {
  await expect(check({ token: 'ntn_wrong' })).rejects.toThrow('cannot be read')
  await expect(check({ baseUrl: 'http://127.0.0.1:1/notion' })).rejects.toThrow('Nothing responds at')
})

test('names a missing setting, and the command that needs it', () => {
  expect(() => readPushSettings([], {}, 'content:check')).toThrow(/NOTION_TOKEN is not set[\s\S]*academy content:check/)
})
