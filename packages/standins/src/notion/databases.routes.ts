import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { json, type Tx } from '../database.ts'
import { parentResponse } from './block-responses.ts'
import { assertNotInTrash, insertNode, requireBlock } from './block-store.ts'
import { type NotionContext, toMinute, write } from './context.ts'
import { pageUrl } from './data-source-response.ts'
import { addDataSource, dataSourcesOf } from './data-source-store.ts'
import { notionId, pathId } from './ids.ts'
import { notFound } from './notion-error.ts'
import { parseDefinitions } from './property-schema.ts'
import { plainText, richText } from './rich-text.ts'
import { check } from './validation.ts'
import { changeOf } from './webhooks/event.ts'

const parentPage = z.strictObject({ type: z.literal('page_id'), page_id: notionId })

const createBody = z.strictObject({
  parent: parentPage,
  initial_data_source: z.strictObject({ properties: z.record(z.string(), z.unknown()).optional() }).optional(),
  title: richText.optional(),
})

const updateBody = z.strictObject({
  title: richText.optional(),
  parent: parentPage.optional(),
  in_trash: z.boolean().optional(),
})

type DatabaseRow = { id: string; title: unknown }

async function requireDatabase(tx: Tx, id: string): Promise<DatabaseRow> {
  const [row] = await tx<DatabaseRow[]>`select id, title from notion.databases where id = ${id}`
  if (row === undefined) throw notFound('database', id)
  return row
}

async function databaseResponse(context: NotionContext, tx: Tx, id: string) {
  const row = await requireDatabase(tx, id)
  const block = await requireBlock(tx, id)
  const sources = await dataSourcesOf(tx, id)
  return {
    object: 'database',
    id,
    title: row.title,
    parent: parentResponse(block),
    in_trash: block.in_trash,
    created_time: toMinute(block.created_time),
    last_edited_time: toMinute(block.last_edited_time),
    data_sources: sources.map((source) => ({ id: source.id, name: plainText(source.title) })),
    url: pageUrl(context, plainText(row.title), id),
  }
}

/** Moves a database to the end of a page. */
async function moveToPage(tx: Tx, id: string, pageId: string): Promise<void> {
  const page = await requireBlock(tx, pageId)
  if (page.type !== 'child_page') throw notFound('page', pageId)
  await assertNotInTrash(tx, pageId)
  await tx`
    update notion.blocks set parent_type = 'page_id', parent_id = ${pageId}, page_id = ${pageId},
      position = (select coalesce(max(position), 0) + 1 from notion.blocks where parent_id = ${pageId})
    where id = ${id}`
}

const TITLE_COLUMN = { name: undefined, description: undefined, definition: { type: 'title', config: {} } } as const

export function databaseRoutes(app: FastifyInstance, context: NotionContext) {
  const { sql, now } = context

  app.post('/databases', (request) => {
    const body = check(createBody, request.body)
    const columns = parseDefinitions(body.initial_data_source?.properties ?? {}, 'body.initial_data_source.properties')
    // as in Notion's app, a database without columns still has a title
    const definitions = columns.length === 0 ? [['Name', TITLE_COLUMN] as [string, typeof TITLE_COLUMN]] : columns
    return write(context, async (tx) => {
      const parent = await requireBlock(tx, body.parent.page_id)
      if (parent.type !== 'child_page') throw notFound('page', parent.id)
      await assertNotInTrash(tx, parent.id)
      const [id, time] = [randomUUID(), now()]
      await insertNode(tx, { id, type: 'child_database', parentType: 'page_id', parentId: parent.id }, time)
      const title = body.title ?? []
      await tx`insert into notion.databases (id, title) values (${id}, ${json(tx, title)})`
      const source = await addDataSource(tx, id, { title, columns: definitions }, time)
      await context.webhooks.record(tx, changeOf('database.created', id))
      await context.webhooks.record(tx, changeOf('data_source.created', source.id))
      return databaseResponse(context, tx, id)
    })
  })

  app.get('/databases/:database_id', (request) => databaseResponse(context, sql, pathId(request.params, 'database_id')))

  app.patch('/databases/:database_id', (request) => {
    const id = pathId(request.params, 'database_id')
    const body = check(updateBody, request.body ?? {})
    return write(context, async (tx) => {
      await requireDatabase(tx, id)
      const before = await requireBlock(tx, id)
      if (body.title) await tx`update notion.databases set title = ${json(tx, body.title)} where id = ${id}`
      const inTrash = body.in_trash
      await tx`update notion.blocks set last_edited_time = ${now()}, in_trash = coalesce(${inTrash ?? null}, in_trash) where id = ${id}`
      if (body.parent) await moveToPage(tx, id, body.parent.page_id)
      if (body.parent) await context.webhooks.record(tx, changeOf('database.moved', id))
      if (inTrash !== undefined && inTrash !== before.in_trash) {
        const what = inTrash ? 'deleted' : 'undeleted'
        await context.webhooks.record(tx, changeOf(`database.${what}`, id))
        for (const source of await dataSourcesOf(tx, id)) await context.webhooks.record(tx, changeOf(`data_source.${what}`, source.id))
      }
      return databaseResponse(context, tx, id)
    })
  })
}
