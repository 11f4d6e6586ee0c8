import type { FastifyInstance } from 'fastify'
import { blockResponses } from './block-responses.ts'
import { type BlockRow, findBlock, listChildren } from './block-store.ts'
import type { NotionContext } from './context.ts'
import { dataSourcesOf, requireDataSource } from './data-source-store.ts'
import { NOTION_ROOT_PAGE_ID } from './identity.ts'
import { toId } from './ids.ts'
import { pageResponses } from './page-responses.ts'
import { pagesOf, requirePage } from './page-store.ts'
import { plainText } from './rich-text.ts'
import { databaseView, missingView, pageView, type ShownBlock, viewPath } from './view-html.ts'

/** The maximum number of blocks that the view of a page shows. */
const MAX_BLOCKS = 1000

/** Serves read-only pages of the workspace, the targets of each page's `url`. */
export function viewRoutes(app: FastifyInstance, context: NotionContext) {
  const { sql } = context

  const loadBlocks = async (parentId: string, left = { count: MAX_BLOCKS }): Promise<ShownBlock[]> => {
    const { rows } = await listChildren(sql, parentId, { size: Math.max(1, left.count), cursor: undefined })
    left.count -= rows.length
    const responses = await blockResponses(context, sql, rows)
    const blocks: ShownBlock[] = []
    for (const [index, response] of responses.entries()) {
      const row = rows[index]
      const descend = row?.has_children && row.type !== 'child_page' && left.count > 0
      blocks.push({ ...response, below: descend ? await loadBlocks(response.id, left) : [] } as unknown as ShownBlock)
    }
    return blocks
  }

  const showPage = async (block: BlockRow) => {
    const row = await requirePage(sql, block.id)
    const source = row.data_source_id === null ? undefined : await requireDataSource(sql, row.data_source_id)
    const [response] = await pageResponses(context, sql, [row], source?.properties)
    return pageView(plainText(block.title), block.parent_id, response?.properties ?? {}, await loadBlocks(block.id))
  }

  const showDatabase = async (block: BlockRow) => {
    const [source] = await dataSourcesOf(sql, block.id)
    if (source === undefined) return missingView()
    const rows = await pagesOf(sql, source.id)
    const pages = await pageResponses(context, sql, rows.toReversed(), source.properties)
    const columns = source.properties.map(({ name }) => name)
    return databaseView(plainText(block.title), block.parent_id, columns, pages)
  }

  app.get('/', async (_request, reply) => reply.redirect(viewPath(NOTION_ROOT_PAGE_ID)))

  app.get<{ Params: { slug: string } }>('/:slug', async (request, reply) => {
    const id = toId(/([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(request.params.slug)?.[0] ?? '')
    const block = id === undefined ? undefined : await findBlock(sql, id)
    // allows only the pages' own style, because the content of a workspace is untrusted
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; media-src *")
      .type('text/html; charset=utf-8')
    if (block?.type === 'child_page') return showPage(block)
    if (block?.type === 'child_database') return showDatabase(block)
    return reply.code(404).send(missingView())
  })
}
