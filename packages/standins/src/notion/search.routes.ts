import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { NotionContext } from './context.ts'
import { dataSourceResponse } from './data-source-response.ts'
import { allDataSources, type DataSourceRow, requireDataSource } from './data-source-store.ts'
import { pageResponses } from './page-responses.ts'
import { allPages, type PageRow } from './page-store.ts'
import { cut, listOf, pageRequest, pageSize, startCursor } from './pagination.ts'
import { plainText } from './rich-text.ts'
import { check } from './validation.ts'

const body = z.strictObject({
  query: z.string().optional(),
  filter: z.strictObject({ property: z.literal('object'), value: z.enum(['page', 'data_source']) }).optional(),
  start_cursor: startCursor,
  page_size: pageSize,
})

type Hit = { id: string; title: string; edited: number } & ({ page: PageRow } | { source: DataSourceRow })

const pageHit = (page: PageRow): Hit => ({
  id: page.id,
  title: plainText(page.properties.title?.title),
  edited: page.last_edited_time.getTime(),
  page,
})
const sourceHit = (source: DataSourceRow): Hit => ({
  id: source.id,
  title: plainText(source.title),
  edited: source.last_edited_time.getTime(),
  source,
})

/** Searches titles only, newest edit first, as Notion does. */
export function searchRoutes(app: FastifyInstance, context: NotionContext) {
  const { sql } = context
  app.post('/search', async (request) => {
    const wanted = check(body, request.body ?? {})
    const pages = wanted.filter?.value === 'data_source' ? [] : await allPages(sql)
    const sources = wanted.filter?.value === 'page' ? [] : await allDataSources(sql)
    const text = (wanted.query ?? '').toLowerCase()
    const hits = [...pages.map(pageHit), ...sources.map(sourceHit)]
      .filter(({ title }) => title.toLowerCase().includes(text))
      .toSorted((a, b) => b.edited - a.edited || a.id.localeCompare(b.id))
    const { items, next } = cut(hits, ({ id }) => id, pageRequest(wanted))
    const responses = await Promise.all(
      items.map(async (hit) => {
        if ('source' in hit) return dataSourceResponse(context, sql, hit.source)
        const source = hit.page.data_source_id === null ? undefined : await requireDataSource(sql, hit.page.data_source_id)
        return (await pageResponses(context, sql, [hit.page], source?.properties))[0]
      }),
    )
    return { ...listOf('page_or_data_source', responses, next), request_status: { type: 'complete' } }
  })
}
