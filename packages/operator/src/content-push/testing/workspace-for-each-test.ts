import { type Client, collectPaginatedAPI, isFullBlock, isFullPage, type PageObjectResponse } from '@notionhq/client'
import { afterEach, beforeEach } from 'vitest'
import { ensureWorkspace } from '../ensure-workspace.ts'
import { pushContent } from '../push-content.ts'
import { smallCourse } from './small-course.ts'
import { openWorkspace } from './start-workspace.ts'

/** Starts a new workspace for each test of a file. Returns helpers that push content into it and read it. */
export function workspaceForEachTest() {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>
  beforeEach(async () => {
    workspace = await openWorkspace()
  })
  afterEach(() => workspace.close())

  return {
    current: () => workspace,
    open: openWorkspace,
    push: (content = smallCourse(), log?: (line: string) => void) =>
      pushContent({ notion: workspace.notion, rootPageId: workspace.rootPageId, content, ...(log && { log }) }),
    /** Returns the pages of a database by slug. */
    async pages(title: 'Courses' | 'Sessions' | 'Tutorials' | 'Library'): Promise<Record<string, PageObjectResponse>> {
      const sources = await ensureWorkspace(workspace.notion, workspace.rootPageId)
      const rows = await collectPaginatedAPI(workspace.notion.dataSources.query, { data_source_id: sources[title] })
      const full = rows.filter((row) => row.object === 'page' && isFullPage(row))
      return Object.fromEntries(full.map((row) => [plain(row as PageObjectResponse, 'Slug'), row as PageObjectResponse]))
    },
    /** Appends a paragraph to a page, as an author does in Notion. */
    async editByHand(page: PageObjectResponse | undefined): Promise<void> {
      const paragraph = { rich_text: [{ text: { content: 'By hand' } }] }
      await workspace.notion.blocks.children.append({ block_id: page?.id ?? '', children: [{ paragraph }] })
    },
  }
}

/** Returns the text of a column. */
export const plain = (page: PageObjectResponse | undefined, column: string): string => {
  const property = page?.properties[column]
  const items = property?.type === 'rich_text' ? property.rich_text : property?.type === 'title' ? property.title : []
  return items.map((item) => item.plain_text).join('')
}

/** Returns the blocks of a page as lines; children are indented. */
export async function outline(notion: Client, id: string): Promise<string[]> {
  const blocks = await collectPaginatedAPI(notion.blocks.children.list, { block_id: id })
  const lines = blocks.map(async (block) => {
    if (!isFullBlock(block)) return []
    const content = (block as unknown as Record<string, { rich_text?: { plain_text: string }[] }>)[block.type]
    const text = (content?.rich_text ?? []).map((item) => item.plain_text).join('')
    const below = block.has_children ? await outline(notion, block.id) : []
    return [`${block.type} ${text}`.trim(), ...below.map((line) => `  ${line}`)]
  })
  return (await Promise.all(lines)).flat()
}
