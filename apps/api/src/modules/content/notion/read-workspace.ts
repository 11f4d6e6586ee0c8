import { isFullBlock, isFullDatabase, isFullPage, type PageObjectResponse } from '@notionhq/client'
import type { NotionAccess } from '../../../plugins/notion.ts'
import { NotionUnusable, type PageKind, pageKinds } from '../page-refused.ts'
import { answersOf, collectAll, whileOpen } from './paged.ts'

/** What the authors call the databases below the root page. */
export const databaseTitles: Record<PageKind, string> = {
  course: 'Courses',
  session: 'Sessions',
  tutorial: 'Tutorials',
  resource: 'Library',
}

const PAGE_SIZE = 100

/** What is kept of all pages of all databases: something of their properties, not yet what is written in them. */
export type Workspace<Page> = Record<PageKind, Page[]>

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

async function pagesOf<Page>(
  database_id: string,
  { notion, signal, editedSince }: Asker,
  take: (page: PageObjectResponse) => Page,
): Promise<Page[]> {
  const database = await whileOpen(notion.client.databases.retrieve({ database_id }), signal)
  const [source] = isFullDatabase(database) && Array.isArray(database.data_sources) ? database.data_sources : []
  if (!source) throw new NotionUnusable('A database in Notion has no data source, or the integration may not read it')
  const asked = {
    data_source_id: source.id,
    page_size: PAGE_SIZE,
    ...(editedSince && {
      filter: { timestamp: 'last_edited_time' as const, last_edited_time: { on_or_after: editedSince.toISOString() } },
    }),
  }
  const ask = (start_cursor: string | undefined) => notion.client.dataSources.query({ ...asked, ...(start_cursor ? { start_cursor } : {}) })
  const kept: Page[] = []
  for await (const rows of answersOf(ask, signal)) {
    for (const row of rows) {
      // Other data sources may hang below one; what is not a whole page cannot be judged.
      if (row.object === 'data_source') continue
      if (!isFullPage(row) || Number.isNaN(Date.parse(row.last_edited_time)))
        throw new NotionUnusable('Notion answered a page without its properties')
      if (!row.in_trash) kept.push(take(row))
    }
  }
  return kept
}

/** How many requests it takes to list a workspace whole, of so many pages of each kind. */
export const requestsToList = (pages: Record<PageKind, number>): number =>
  1 + pageKinds.reduce((sum, kind) => sum + 1 + Math.max(1, Math.ceil(pages[kind] / PAGE_SIZE)), 0)

/**
 * Reads the list of everything, in about a request for each hundred pages; with `editedSince` only of what was edited from then on.
 * `take` says what to keep of each page: thousands of whole answers would fill the memory.
 * @throws NotionUnusable when a database is missing or a list is not whole; errors of the client when Notion cannot be reached.
 */
export async function readWorkspace<Page>(
  notion: NotionAccess,
  signal: AbortSignal,
  take: (kind: PageKind, page: PageObjectResponse) => Page,
  editedSince?: Date,
): Promise<Workspace<Page>> {
  const asker = { notion, signal, editedSince }
  const databases = await databasesBelow(asker)
  const read = async (kind: PageKind): Promise<Page[]> => {
    const id = databases.get(databaseTitles[kind].toLowerCase())
    if (!id)
      throw new NotionUnusable(`There is no database “${databaseTitles[kind]}” below the root page, or the integration may not read it`)
    return await pagesOf(id, asker, (page) => take(kind, page))
  }
  const [course, session, tutorial, resource] = await Promise.all([read('course'), read('session'), read('tutorial'), read('resource')])
  return { course, session, tutorial, resource }
}
