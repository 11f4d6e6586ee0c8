import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../database.ts'
import { parseBlocks } from './block-requests.ts'
import { assertNotInTrash, eraseContent, requireBlock, touchPage } from './block-store.ts'
import { type NotionContext, write } from './context.ts'
import { requireDataSource } from './data-source-store.ts'
import { notionId, pathId } from './ids.ts'
import { invalid, notFound } from './notion-error.ts'
import { pageResponses } from './page-responses.ts'
import { createPage, type NewPage, type PageRow, requirePage, saveValues } from './page-store.ts'
import { check } from './validation.ts'
import { type Change, changeOf } from './webhooks/event.ts'

const properties = z.record(z.string(), z.unknown()).optional()

const createBody = z.strictObject({
  parent: z.union([
    z.strictObject({ type: z.literal('page_id').optional(), page_id: notionId }),
    z.strictObject({ type: z.literal('data_source_id').optional(), data_source_id: notionId }),
  ]),
  properties,
  children: z.unknown().optional(),
})

const updateBody = z.strictObject({
  properties,
  in_trash: z.boolean().optional(),
  is_archived: z.boolean().optional(),
  erase_content: z.boolean().optional(),
})

async function parentOf(tx: Tx, parent: z.output<typeof createBody>['parent']): Promise<NewPage['parent']> {
  if ('page_id' in parent) {
    const block = await requireBlock(tx, parent.page_id)
    if (block.type !== 'child_page') throw notFound('page', parent.page_id)
    await assertNotInTrash(tx, block.id)
    return { type: 'page_id', id: block.id }
  }
  const source = await requireDataSource(tx, parent.data_source_id)
  if (source.in_trash) throw notFound('data source', source.id)
  return { type: 'data_source_id', source }
}

/** Returns the webhook events of a page update. */
function changesOf(page: PageRow, body: z.output<typeof updateBody>): Change[] {
  const inTrash = body.in_trash ?? page.in_trash
  const moved = inTrash !== page.in_trash
  const changes: Change[] = []
  if (moved) changes.push(changeOf(inTrash ? 'page.deleted' : 'page.undeleted', page.id), ...rowChanges(page))
  if (body.erase_content) changes.push(changeOf('page.content_updated', page.id))
  if (Object.keys(body.properties ?? {}).length > 0) changes.push(changeOf('page.properties_updated', page.id))
  return changes
}

/** Returns the event of a page that entered or left a data source. */
const rowChanges = ({ data_source_id: id }: PageRow): Change[] => (id === null ? [] : [changeOf('data_source.content_updated', id)])

export function pageRoutes(app: FastifyInstance, context: NotionContext) {
  const { sql, now } = context

  const sourceOf = (tx: Tx, id: string | null) => (id === null ? undefined : requireDataSource(tx, id))
  const loadResponse = async (tx: Tx, id: string) => {
    const page = await requirePage(tx, id)
    const [response] = await pageResponses(context, tx, [page], (await sourceOf(tx, page.data_source_id))?.properties)
    return response
  }

  const record = async (tx: Tx, changes: readonly Change[]) => {
    for (const change of changes) await context.webhooks.record(tx, change)
  }

  app.post('/pages', (request) => {
    const body = check(createBody, request.body)
    const children = body.children === undefined ? [] : parseBlocks(body.children)
    return write(context, async (tx) => {
      const parent = await parentOf(tx, body.parent)
      const id = await createPage(tx, { parent, properties: body.properties ?? {}, children }, now())
      await record(tx, [changeOf('page.created', id), ...rowChanges(await requirePage(tx, id))])
      return loadResponse(tx, id)
    })
  })

  app.get('/pages/:page_id', (request) => loadResponse(sql, pathId(request.params, 'page_id')))

  app.patch('/pages/:page_id', (request) => {
    const id = pathId(request.params, 'page_id')
    const body = check(updateBody, request.body ?? {})
    const inTrash = body.in_trash
    return write(context, async (tx) => {
      const page = await requirePage(tx, id)
      if (inTrash !== undefined && page.parent_type === 'workspace') throw invalid('Archiving workspace level pages via API not supported.')
      if (inTrash !== undefined) await tx`update notion.blocks set in_trash = ${inTrash} where id = ${id}`
      if (inTrash !== true) await assertNotInTrash(tx, id)
      // locks the page first, so that concurrent writers wait for each other
      await touchPage(tx, id, now())
      if (body.erase_content) await eraseContent(tx, id, now())
      await tx`update notion.pages set is_archived = ${body.is_archived ?? page.is_archived} where id = ${id}`
      await saveValues(tx, id, await sourceOf(tx, page.data_source_id), body.properties ?? {}, now())
      await record(tx, changesOf(page, body))
      return loadResponse(tx, id)
    })
  })
}
