import { type Client, collectPaginatedAPI, isFullBlock } from '@notionhq/client'
import { afterAll, expect, test } from 'vitest'
import { type Block, markdownToBlocks } from './markdown-blocks.ts'
import { openWorkspace, writes } from './testing/start-workspace.ts'
import { appendBlocks, asOneRequest } from './write-blocks.ts'

const workspace = await openWorkspace()
afterAll(async () => {
  await workspace.close()
})

async function emptyPage() {
  const parent = { page_id: workspace.rootPageId }
  return (await workspace.notion.pages.create({ parent, properties: { title: { title: [] } } })).id
}

/** Counts the blocks on each level of a page. */
async function levels(notion: Client, id: string): Promise<number[]> {
  const blocks = await collectPaginatedAPI(notion.blocks.children.list, { block_id: id })
  const below = await Promise.all(blocks.map((block) => (isFullBlock(block) && block.has_children ? levels(notion, block.id) : [])))
  const depth = Math.max(0, ...below.map((counts) => counts.length))
  return [blocks.length, ...Array.from({ length: depth }, (_, level) => below.reduce((sum, counts) => sum + (counts[level] ?? 0), 0))]
}

const paragraphs = (count: number) => markdownToBlocks(Array.from({ length: count }, (_, index) => `Line ${index}`).join('\n\n'))

test('a hundred blocks with two levels below go in one request', () => {
  expect(asOneRequest(paragraphs(100))).toHaveLength(100)
  expect(asOneRequest(paragraphs(101))).toBeUndefined()
  expect(asOneRequest(markdownToBlocks('- a\n  - b\n    - c'))).toHaveLength(1)
  expect(asOneRequest(markdownToBlocks('- a\n  - b\n    - c\n      - d'))).toBeUndefined()
  expect(asOneRequest([])).toEqual([])
})

test.each([
  ['more than a hundred blocks', () => paragraphs(230), [230], 3],
  ['a list that nests five levels', () => markdownToBlocks('- a\n  - b\n    - c\n      - d\n        - e'), [1, 1, 1, 1, 1], 3],
  ['a table of 250 rows', () => markdownToBlocks(`| A |\n| - |\n${'| x |\n'.repeat(249)}`), [1, 250], 3],
  [
    'a toggle with 120 blocks in it',
    (): Block[] => [{ type: 'toggle', content: { rich_text: [] }, children: paragraphs(120) }],
    [1, 120],
    3,
  ],
  [
    'a thousand and more blocks with what is below them',
    (): Block[] => Array.from({ length: 30 }, () => ({ type: 'toggle', content: { rich_text: [] }, children: paragraphs(50) })),
    [30, 1500],
    2,
  ],
  ['more text than one request may carry', () => markdownToBlocks(`${'word '.repeat(30_000)}\n\n`.repeat(4)), [4], 2],
] as const)('%s arrive whole, in few requests', async (_name, blocks, expected, requests) => {
  const page = await emptyPage()
  workspace.calls.length = 0
  await appendBlocks(workspace.notion, page, blocks())
  expect(writes(workspace.calls)).toHaveLength(requests)
  expect(await levels(workspace.notion, page)).toEqual(expected)
})
