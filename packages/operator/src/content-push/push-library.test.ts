import type { PageObjectResponse } from '@notionhq/client'
import { expect, test } from 'vitest'
import { smallCourse } from './testing/small-course.ts'
import { writes } from './testing/start-workspace.ts'
import { outline, workspaceForEachTest } from './testing/workspace-for-each-test.ts'

const { current, push, pages, editByHand } = workspaceForEachTest()

const relatedTo = (page: PageObjectResponse | undefined) => {
  const related = page?.properties.Related
  return related?.type === 'relation' ? related.relation.map(({ id }) => id) : undefined
}

test('LIB-10 pushes library items with tags, flags, excerpts and sections, and cyclic relations', async () => {
  await push()
  const { one, two, three } = await pages('Library')
  expect(one?.properties).toMatchObject({
    Name: { title: [{ plain_text: 'ONE' }] },
    Description: { rich_text: [{ plain_text: 'About one' }] },
    Tag: { multi_select: [{ name: 'Data' }, { name: 'Testing' }] },
    Premium: { checkbox: true },
    Order: { number: 1 },
    'Use when': { rich_text: [{ plain_text: 'a test needs one item' }] },
    Content: { rich_text: [{ plain_text: 'Do it, then rest.' }] },
    CodeSample: { rich_text: [{ plain_text: 'let a = 1\nlet b = 2' }] },
  })
  expect([relatedTo(one), relatedTo(two), relatedTo(three)]).toEqual([[two?.id, three?.id], [one?.id], [two?.id, one?.id]])
  expect(await outline(current().notion, one?.id ?? '')).toEqual([
    'heading_2 Prerequisite',
    'paragraph Time.',
    'heading_2 Prompt',
    'heading_3 First',
    'code Do it,\nthen rest.',
    'heading_2 Code sample',
    'code let a = 1\nlet b = 2',
  ])
})

test('sets relations with the item if possible, and only relations to later items in a second request', async () => {
  await push()
  const { one, two, three } = await pages('Library')
  const updated = writes(current().calls).filter(({ method }) => method === 'PATCH')
  const ofItems = updated.filter(({ path }) => [one, two, three].some((page) => path.endsWith(page?.id ?? '')))
  expect(ofItems.map(({ path }) => path)).toEqual([`/pages/${one?.id}`])
})

test('creates a deleted item again, and relates the others to it without changing their text', async () => {
  await push()
  const before = await pages('Library')
  await editByHand(before.three)
  await current().notion.pages.update({ page_id: before.two?.id ?? '', in_trash: true })
  expect(await push()).toEqual({ created: 1, updated: 2, unchanged: 6 })
  const { one, two, three } = await pages('Library')
  expect([one?.id, three?.id]).toEqual([before.one?.id, before.three?.id])
  expect([relatedTo(one), relatedTo(three)]).toEqual([
    [two?.id, three?.id],
    [two?.id, one?.id],
  ])
  expect(await outline(current().notion, three?.id ?? '')).toContain('paragraph By hand')
  expect(await push()).toMatchObject({ unchanged: 9 })
})

test('relations that an author changed in Notion stay until the Markdown changes', async () => {
  await push()
  const { one, two } = await pages('Library')
  await current().notion.pages.update({ page_id: two?.id ?? '', properties: { Related: { relation: [] } } })
  expect(await push()).toMatchObject({ unchanged: 9 })
  expect(relatedTo((await pages('Library')).two)).toEqual([])
  const changed = smallCourse()
  changed.library = changed.library.map((item) => (item.slug === 'two' ? { ...item, related: ['one', 'three'] } : item))
  expect(await push(changed)).toEqual({ created: 0, updated: 1, unchanged: 8 })
  const after = await pages('Library')
  expect(relatedTo(after.two)).toEqual([one?.id, after.three?.id])
})

test('reports pages without Markdown and keeps them', async () => {
  await push()
  const fewer = smallCourse()
  fewer.library = fewer.library.slice(0, 2).map((item) => ({ ...item, related: [] }))
  const log: string[] = []
  expect(await push(fewer, (line) => log.push(line))).toEqual({ created: 0, updated: 2, unchanged: 6 })
  expect(log).toContain('kept "three" in Library, which no longer has Markdown')
  expect(Object.keys(await pages('Library'))).toHaveLength(3)
})

test('refuses an item that relates to a page that does not exist', async () => {
  const broken = smallCourse()
  broken.library = broken.library.map((item) => ({ ...item, related: ['unknown'] }))
  await expect(push(broken)).rejects.toThrow('library/one.md: it relates to a page that does not exist (unknown)')
})
