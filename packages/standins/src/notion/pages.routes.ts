import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseBlocks } from './block-requests.ts'
import { assertNotInTrash, attachUploads, eraseContent, requireBlock, touchPage } from './block-store.ts'
import { assertRoom, json, type NotionContext, type Tx, write } from './context.ts'
import { type DataSourceRow, onlyDataSourceOf, requireDataSource } from './data-source-store.ts'
import { pageCover, pageIcon } from './files.ts'
import { notionId, pathId } from './ids.ts'
import { invalid, notFound } from './notion-error.ts'
import { pageResponses, relationsOf, valueIn } from './page-responses.ts'
import { createPage, type InverseChange, type NewPage, type PageRow, requirePage, saveValues } from './page-store.ts'
import { cut, pageRequestOfQuery } from './pagination.ts'
import { findProperty, type Property } from './property-schema.ts'
import { check } from './validation.ts'
import { type Change, pageChange, rowChange } from './webhooks/event.ts'

const properties = z.record(z.string(), z.unknown()).optional()
const decoration = { icon: pageIcon.nullish(), cover: pageCover.nullish() }

const createBody = z.strictObject({
  parent: z.union([
    z.strictObject({ type: z.literal('page_id').optional(), page_id: notionId }),
    z.strictObject({ type: z.literal('database_id').optional(), database_id: notionId }),
    z.strictObject({ type: z.literal('data_source_id').optional(), data_source_id: notionId }),
  ]),
  properties,
  children: z.unknown().optional(),
  ...decoration,
})

const updateBody = z.strictObject({
  properties,
  in_trash: z.boolean().optional(),
  archived: z.boolean().optional(),
  is_locked: z.boolean().optional(),
  is_archived: z.boolean().optional(),
  erase_content: z.boolean().optional(),
  ...decoration,
})

const filterQuery = z.strictObject({ filter_properties: z.union([z.string(), z.array(z.string())]).optional() })

/** Returns the requested columns; all of them by default. */
export function shownProperties(source: DataSourceRow | undefined, query: unknown): Property[] | undefined {
  const { filter_properties: wanted } = check(filterQuery, query ?? {}, 'query')
  if (source === undefined || wanted === undefined) return source?.properties
  return [wanted].flat().map((key) => {
    const found = findProperty(source.properties, key)
    if (found === undefined) throw invalid(`The provided filter_properties are invalid: ${key}`)
    return found
  })
}

async function parentOf(tx: Tx, parent: z.output<typeof createBody>['parent']): Promise<NewPage['parent']> {
  if ('page_id' in parent) {
    const block = await requireBlock(tx, parent.page_id)
    if (block.type !== 'child_page') throw notFound('page', parent.page_id)
    await assertNotInTrash(tx, block.id)
    return { type: 'page_id', id: block.id }
  }
  const source =
    'data_source_id' in parent ? await requireDataSource(tx, parent.data_source_id) : await onlyDataSourceOf(tx, parent.database_id)
  if (source.in_trash) throw notFound('data source', source.id)
  return { type: 'data_source_id', source }
}

const encodeIds = (ids: readonly string[]) => ids.map((id) => encodeURIComponent(id))

/** Returns the webhook events of a page update. */
function changesOf(page: PageRow, body: z.output<typeof updateBody>, written: readonly string[]): Change[] {
  const inTrash = body.in_trash ?? body.archived ?? page.in_trash
  const moved = inTrash !== page.in_trash
  const changes: Change[] = []
  if (moved) changes.push(pageChange(inTrash ? 'page.deleted' : 'page.undeleted', page))
  if (moved && isRow(page)) changes.push(rowChange(page))
  if (body.erase_content) changes.push(pageChange('page.content_updated', page, { updated_blocks: [] }))
  if (written.length > 0) changes.push(pageChange('page.properties_updated', page, { updated_properties: encodeIds(written) }))
  if (body.is_locked !== undefined && body.is_locked !== page.is_locked)
    changes.push(pageChange(body.is_locked ? 'page.locked' : 'page.unlocked', page))
  return changes
}

const isRow = (page: PageRow): page is PageRow & { data_source_id: string } => page.data_source_id !== null

const LISTED = ['title', 'rich_text', 'relation', 'people']

export function pageRoutes(app: FastifyInstance, context: NotionContext) {
  const { sql, now } = context

  const sourceOf = (tx: Tx, id: string | null) => (id === null ? undefined : requireDataSource(tx, id))
  const loadResponse = async (tx: Tx, id: string, query?: unknown) => {
    const page = await requirePage(tx, id)
    const [shown] = await pageResponses(context, tx, [page], shownProperties(await sourceOf(tx, page.data_source_id), query))
    return shown
  }

  const record = async (tx: Tx, changes: readonly Change[]) => {
    for (const change of changes) await context.webhooks.record(tx, change)
  }
  const recordInverseChanges = async (tx: Tx, inverseChanges: readonly InverseChange[]) => {
    for (const { pageId, propertyId } of inverseChanges) {
      const updated = { updated_properties: encodeIds([propertyId]) }
      await context.webhooks.record(tx, pageChange('page.properties_updated', await requirePage(tx, pageId), updated))
    }
  }

  app.post('/pages', (request) => {
    const body = check(createBody, request.body)
    const children = body.children === undefined ? [] : parseBlocks(body.children)
    assertRoom(context)
    return write(context, async (tx) => {
      const page = { properties: body.properties ?? {}, icon: body.icon ?? null, cover: body.cover ?? null, children }
      const { id, inverseChanges } = await createPage(tx, { parent: await parentOf(tx, body.parent), ...page }, now())
      const created = await requirePage(tx, id)
      await record(tx, [pageChange('page.created', created), ...(isRow(created) ? [rowChange(created)] : [])])
      await recordInverseChanges(tx, inverseChanges)
      return loadResponse(tx, id, request.query)
    })
  })

  app.get('/pages/:page_id', (request) => loadResponse(sql, pathId(request.params, 'page_id'), request.query))

  app.patch('/pages/:page_id', (request) => {
    const id = pathId(request.params, 'page_id')
    const body = check(updateBody, request.body ?? {})
    const inTrash = body.in_trash ?? body.archived
    return write(context, async (tx) => {
      const page = await requirePage(tx, id)
      if (inTrash !== undefined && page.parent_type === 'workspace') throw invalid('Archiving workspace level pages via API not supported.')
      if (inTrash !== undefined) await tx`update notion.blocks set in_trash = ${inTrash} where id = ${id}`
      if (inTrash !== true) await assertNotInTrash(tx, id)
      // locks the page first, so that concurrent writers wait for each other
      await touchPage(tx, id, now())
      if (body.erase_content) await eraseContent(tx, id, now())
      const { icon = page.icon, cover = page.cover, is_locked = page.is_locked, is_archived = page.is_archived } = body
      await attachUploads(tx, [icon, cover], now(), 'image')
      await tx`
        update notion.pages
        set icon = ${json(tx, icon)}, cover = ${json(tx, cover)}, is_locked = ${is_locked}, is_archived = ${is_archived}
        where id = ${id}`
      const { changed, inverseChanges } = await saveValues(tx, id, await sourceOf(tx, page.data_source_id), body.properties ?? {}, now())
      await record(tx, changesOf(page, body, changed))
      await recordInverseChanges(tx, inverseChanges)
      return loadResponse(tx, id, request.query)
    })
  })

  app.get('/pages/:page_id/properties/:property_id', async (request) => {
    const page = await requirePage(sql, pathId(request.params, 'page_id'))
    const key = String(Reflect.get(request.params as object, 'property_id'))
    const [response] = await pageResponses(context, sql, [page], await sourceColumns(page.data_source_id))
    const property = findProperty((await sourceColumns(page.data_source_id)) ?? [], key)
    const type = property?.type ?? 'title'
    if (property === undefined && key !== 'title') throw invalid(`Could not find property with name or id: ${key}`)
    const id = encodeURIComponent(property?.id ?? 'title')
    const item = { object: 'property_item', id, type }
    const shown = response?.properties[property?.name ?? 'title'] as Record<string, unknown>
    if (!LISTED.includes(type)) return { ...item, [type]: shown[type] }
    const all = property?.type === 'relation' ? valueIn(page, property, await relationsOf(sql, [page.id])) : shown[type]
    const numbered = (all as unknown[]).map((value, index) => ({ value, at: cursorAt(index) }))
    const { items, next } = cut(numbered, ({ at }) => at, pageRequestOfQuery(request.query))
    return {
      object: 'list',
      results: items.map(({ value }) => ({ ...item, [type]: value })),
      next_cursor: next,
      has_more: next !== null,
      type: 'property_item',
      property_item: { id, next_url: null, type, [type]: {} },
    }
  })

  const sourceColumns = async (id: string | null) => (await sourceOf(sql, id))?.properties
}

/** Items of a property have no ids, so their cursors contain the offset in the form of an id. */
const cursorAt = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
