import { isFullPage, type PageObjectResponse } from '@notionhq/client'
import type { NotionAccess } from '../../../plugins/notion/notion.ts'
import { NotionUnusable, type PageKind, pageKinds } from '../mirror/page-refused.ts'
import type { Database, Databases } from './find-databases.ts'
import { iterateList } from './requests.ts'

const PAGE_SIZE = 100

type Listing<Page> = {
  notion: NotionAccess
  signal: AbortSignal
  editedSince: Date | undefined
  /** Selects the part of a page to return. Thousands of whole responses would fill the memory. */
  select: (kind: PageKind, page: PageObjectResponse) => Page
}

async function pagesOf<Page>(
  kind: PageKind,
  { data_source_id }: Database,
  { notion, signal, editedSince, select }: Listing<Page>,
): Promise<Page[]> {
  const query = {
    data_source_id,
    page_size: PAGE_SIZE,
    ...(editedSince && {
      filter: { timestamp: 'last_edited_time' as const, last_edited_time: { on_or_after: editedSince.toISOString() } },
    }),
  }
  const request = (start_cursor: string | undefined) => notion.client.dataSources.query({ ...query, ...(start_cursor && { start_cursor }) })
  const pages: Page[] = []
  for await (const rows of iterateList(request, signal)) {
    for (const row of rows) {
      // A data source may contain other data sources, and partial pages, which lack properties.
      if (row.object === 'data_source') continue
      if (!isFullPage(row) || Number.isNaN(Date.parse(row.last_edited_time)))
        throw new NotionUnusable('Notion’s response contains a page without its properties')
      if (!row.in_trash) pages.push(select(kind, row))
    }
  }
  return pages
}

/** Returns the number of requests for a full list of a workspace with known databases, by the number of pages of each kind. */
export const requestsToList = (pages: Record<PageKind, number>): number =>
  1 + pageKinds.reduce((sum, kind) => sum + Math.max(1, Math.ceil(pages[kind] / PAGE_SIZE)), 0)

/**
 * Lists the pages of all databases, kind by kind, with one request for each hundred; with `editedSince` only pages edited from then on.
 * @throws NotionUnusable when a list is incomplete; the client's errors when Notion is unreachable.
 */
export const readWorkspace = async <Page>(databases: Databases, listing: Listing<Page>): Promise<Page[]> =>
  (await Promise.all(pageKinds.map((kind) => pagesOf(kind, databases[kind], listing)))).flat()
