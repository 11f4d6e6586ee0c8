import { isFullBlock, isFullDatabase, isFullPage, type PageObjectResponse } from '@notionhq/client'
import type { NotionAccess } from '../../../plugins/notion.ts'
import { NotionUnusable, type PageKind } from '../page-refused.ts'
import { collectAll, whileOpen } from './paged.ts'

/** What the authors call the databases below the root page. */
export const databaseTitles: Record<PageKind, string> = {
  course: 'Courses',
  session: 'Sessions',
  tutorial: 'Tutorials',
  resource: 'Library',
}

/** All pages of all databases: their properties, not yet what is written in them. */
export type Workspace = Record<PageKind, PageObjectResponse[]>

type Asker = { notion: NotionAccess; signal: AbortSignal; editedSince: Date | undefined }

/** The databases right below the root page, by title in lower case. */
async function databasesBelow({ notion, signal }: Asker): Promise<Map<string, string>> {
  const blocks = await collectAll(
    (start_cursor) =>
      notion.client.blocks.children.list({ block_id: notion.rootPageId, page_size: 100, ...(start_cursor ? { start_cursor } : {}) }),
    signal,
  )
  const found = new Map<string, string>()
  for (const block of blocks) {
    if (isFullBlock(block) && block.type === 'child_database' && !block.in_trash)
      found.set(block.child_database.title.trim().toLowerCase(), block.id)
  }
  return found
}

async function pagesOf(database_id: string, { notion, signal, editedSince }: Asker): Promise<PageObjectResponse[]> {
  const database = await whileOpen(notion.client.databases.retrieve({ database_id }), signal)
  const [source] = isFullDatabase(database) && Array.isArray(database.data_sources) ? database.data_sources : []
  if (!source) throw new NotionUnusable('A database in Notion has no data source, or the integration may not read it')
  const asked = {
    data_source_id: source.id,
    page_size: 100,
    ...(editedSince && {
      filter: { timestamp: 'last_edited_time' as const, last_edited_time: { on_or_after: editedSince.toISOString() } },
    }),
  }
  const rows = await collectAll(
    (start_cursor) => notion.client.dataSources.query({ ...asked, ...(start_cursor ? { start_cursor } : {}) }),
    signal,
  )
  return rows.flatMap((row) => {
    // Other data sources may hang below one; what is not a whole page cannot be judged.
    if (row.object === 'data_source') return []
    if (!isFullPage(row) || Number.isNaN(Date.parse(row.last_edited_time)))
      throw new NotionUnusable('Notion answered a page without its properties')
    return row.in_trash ? [] : [row]
  })
}

/**
 * Reads the list of everything, in about a request for each hundred pages; with `editedSince` only of what was edited from then on.
 * @throws NotionUnusable when a database is missing or a list is not whole; errors of the client when Notion cannot be reached.
 */
export async function readWorkspace(notion: NotionAccess, signal: AbortSignal, editedSince?: Date): Promise<Workspace> {
  const asker = { notion, signal, editedSince }
  const databases = await databasesBelow(asker)
  const read = async (kind: PageKind): Promise<PageObjectResponse[]> => {
    const id = databases.get(databaseTitles[kind].toLowerCase())
    if (!id)
      throw new NotionUnusable(`There is no database “${databaseTitles[kind]}” below the root page, or the integration may not read it`)
    return await pagesOf(id, asker)
  }
  const [course, session, tutorial, resource] = await Promise.all([read('course'), read('session'), read('tutorial'), read('resource')])
  return { course, session, tutorial, resource }
}
