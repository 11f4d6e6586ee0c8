import { type Client, collectPaginatedAPI, isFullBlock, isFullPage, type PageObjectResponse } from '@notionhq/client'
import { afterEach, beforeEach } from 'vitest'
import { ensureWorkspace } from '../ensure-workspace.ts'
import { pushContent } from '../push-content.ts'
import { smallCourse } from './small-course.ts'
import { openWorkspace } from './start-workspace.ts'

/** Gives each test of a file a workspace of its own, and the ways to fill it and to look into it. */
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
    /** Pages of a database by slug, as a reader finds them. */
    async pages(title: 'Courses' | 'Sessions' | 'Tutorials' | 'Library'): Promise<Record<string, PageObjectResponse>> {
      const sources = await ensureWorkspace(workspace.notion, workspace.rootPageId)
      const rows = await collectPaginatedAPI(workspace.notion.dataSources.query, { data_source_id: sources[title] })
      const full = rows.filter((row) => row.object === 'page' && isFullPage(row))
      return Object.fromEntries(full.map((row) => [plain(row as PageObjectResponse, 'Slug'), row as PageObjectResponse]))
    },
    /** What an author adds to a page in Notion. */
    async editByHand(page: PageObjectResponse | undefined): Promise<void> {
      const paragraph = { rich_text: [{ text: { content: 'By hand' } }] }
      await workspace.notion.blocks.children.append({ block_id: page?.id ?? '', children: [{ paragraph }] })
    },
  }
}

/** The text of a column. */
export const plain = (page: PageObjectResponse | undefined, column: string): string => {
  const property = page?.properties[column]
  const items = property?.type === 'rich_text' ? property.rich_text : property?.type === 'title' ? property.title : []
  return items.map((item) => item.plain_text).join('')
}

/** The blocks of a page, a line each, those below others indented. */
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
