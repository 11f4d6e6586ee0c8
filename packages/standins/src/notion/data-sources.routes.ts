import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../database.ts'
import { assertNotInTrash, requireBlock } from './block-store.ts'
import { type NotionContext, write } from './context.ts'
import { dataSourceResponse } from './data-source-response.ts'
import { addDataSource, changeProperties, requireDataSource } from './data-source-store.ts'
import { notionId, pathId } from './ids.ts'
import { notFound } from './notion-error.ts'
import { pageResponses, relationsOf } from './page-responses.ts'
import { pagesOf } from './page-store.ts'
import { cut, listOf, pageRequest, pageSize, startCursor } from './pagination.ts'
import { parseDefinitions } from './property-schema.ts'
import { compileFilter } from './query-filter.ts'
import { richText } from './rich-text.ts'
import { check } from './validation.ts'
import { changeOf } from './webhooks/event.ts'

const createBody = z.strictObject({
  parent: z.strictObject({ type: z.literal('database_id').optional(), database_id: notionId }),
  title: richText.optional(),
  properties: z.record(z.string(), z.unknown()),
})

const updateBody = z.strictObject({ properties: z.record(z.string(), z.unknown()) })

const queryBody = z.strictObject({
  filter: z.unknown().optional(),
  start_cursor: startCursor,
  page_size: pageSize,
  result_type: z.literal('page').optional(),
})

export function dataSourceRoutes(app: FastifyInstance, context: NotionContext) {
  const { sql, now } = context

  const requireShared = async (tx: Tx, id: string) => {
    const source = await requireDataSource(tx, id)
    if (source.in_trash) throw notFound('data source', id)
    return source
  }

  app.post('/data_sources', (request) => {
    const { parent, title = [], properties } = check(createBody, request.body)
    const columns = parseDefinitions(properties, 'body.properties')
    return write(context, async (tx) => {
      const database = await requireBlock(tx, parent.database_id)
      if (database.type !== 'child_database') throw notFound('database', database.id)
      await assertNotInTrash(tx, database.id)
      const source = await addDataSource(tx, database.id, { title, columns }, now())
      await context.webhooks.record(tx, changeOf('data_source.created', source.id))
      return dataSourceResponse(context, tx, source)
    })
  })

  app.get('/data_sources/:data_source_id', async (request) =>
    dataSourceResponse(context, sql, await requireDataSource(sql, pathId(request.params, 'data_source_id'))),
  )

  app.patch('/data_sources/:data_source_id', (request) => {
    const id = pathId(request.params, 'data_source_id')
    const columns = parseDefinitions(check(updateBody, request.body).properties, 'body.properties')
    return write(context, async (tx) => {
      await tx`select id from notion.data_sources where id = ${id} for update`
      await changeProperties(tx, await requireDataSource(tx, id), columns, now())
      await context.webhooks.record(tx, changeOf('data_source.schema_updated', id))
      return dataSourceResponse(context, tx, await requireDataSource(tx, id))
    })
  })

  app.post('/data_sources/:data_source_id/query', async (request) => {
    const id = pathId(request.params, 'data_source_id')
    const body = check(queryBody, request.body ?? {})
    const source = await requireShared(sql, id)
    const matches = body.filter === undefined ? () => true : compileFilter(body.filter, source.properties)
    const pages = await pagesOf(sql, id)
    const pageIds = pages.map((page) => page.id)
    const relations = await relationsOf(sql, pageIds)
    const found = pages.filter((page) => matches(page, relations))
    const { items, next } = cut(found, (page) => page.id, pageRequest(body))
    const responses = await pageResponses(context, sql, items, source.properties)
    return { ...listOf('page_or_data_source', responses, next), request_status: { type: 'complete' } }
  })
}
