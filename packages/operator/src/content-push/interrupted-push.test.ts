import { expect, test } from 'vitest'
import { ensureWorkspace } from './ensure-workspace.ts'
import { pushContent } from './push-content.ts'
import { smallCourse } from './testing/small-course.ts'
import { writes } from './testing/start-workspace.ts'
import { outline, workspaceForEachTest } from './testing/workspace-for-each-test.ts'

const { current, open, push } = workspaceForEachTest()

// interrupts a push after each write in turn
test('the next push completes an interrupted one', async () => {
  const workspace = current()
  const { notion, calls } = workspace
  const long = smallCourse({ body: `## Description\n\n${Array.from({ length: 130 }, (_, index) => `Line ${index}`).join('\n\n')}` })
  await push(long)
  const total = writes(calls).length
  expect(total).toBeGreaterThan(20)
  for (let allowed = 0; allowed < total; allowed += 1) {
    // each empty page is a new workspace for a push
    const { id: rootPageId } = await notion.pages.create({ parent: { page_id: current().rootPageId }, properties: {} })
    const run = () => pushContent({ notion, rootPageId, content: long })
    calls.length = 0
    current().fail = (call) => writes([call]).length > 0 && writes(calls).length >= allowed
    await expect(run(), `stopped after ${allowed} writes`).rejects.toThrow('the connection was lost')
    current().fail = () => false
    const { created, updated, unchanged } = await run()
    expect(created + updated + unchanged, `stopped after ${allowed} writes`).toBe(9)
    expect(await run()).toEqual({ created: 0, updated: 0, unchanged: 9 })
    const { Tutorials, Library } = await ensureWorkspace(notion, rootPageId)
    const isFirst = { property: 'Slug', rich_text: { equals: 'first' } } as const
    const { results } = await notion.dataSources.query({ data_source_id: Tutorials, filter: isFirst })
    expect(results).toHaveLength(1)
    expect(await outline(notion, results[0]?.id ?? '')).toHaveLength(131)
    const isJoined = { property: 'Related', relation: { is_not_empty: true } } as const
    const joined = await notion.dataSources.query({ data_source_id: Library, filter: isJoined })
    expect(joined.results, `stopped after ${allowed} writes`).toHaveLength(3)
  }
})

test('a push waits when Notion limits its requests', async () => {
  const limited = await open({ perSecond: 1, burst: 15 })
  expect(await pushContent({ notion: limited.notion, rootPageId: limited.rootPageId, content: smallCourse() })).toMatchObject({
    created: 9,
  })
  expect(limited.calls.some(({ status }) => status === 429)).toBe(true)
  await limited.close()
})
