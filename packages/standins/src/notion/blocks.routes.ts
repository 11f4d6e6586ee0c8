import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { json, type Tx } from '../database.ts'
import { takesChildren } from './block-kinds.ts'
import { parseBlocks, parseBlockUpdate } from './block-requests.ts'
import { blockResponses } from './block-responses.ts'
import { assertNotInTrash, type BlockRow, insertBlocks, listChildren, pageOf, requireBlock, touchPage } from './block-store.ts'
import { type NotionContext, write } from './context.ts'
import { pathId } from './ids.ts'
import { invalid } from './notion-error.ts'
import { listOf, pageRequestOfQuery } from './pagination.ts'
import { check } from './validation.ts'
import { type Change, changeOf } from './webhooks/event.ts'

/** The stand-in appends blocks at the end only: it refuses `position` and `after`. */
const appendBody = z.strictObject({ children: z.unknown() })

/** Returns a page or block that can have children; databases cannot. */
async function requireContainer(tx: Tx, id: string): Promise<BlockRow> {
  const block = await requireBlock(tx, id)
  if (block.type === 'child_database') throw invalid(`Provided ID ${id} is a database, not a page or block.`)
  return block
}

export function blockRoutes(app: FastifyInstance, context: NotionContext) {
  const { sql, now, webhooks } = context
  const loadResponse = async (tx: Tx, id: string) => (await blockResponses(context, tx, [await requireBlock(tx, id)]))[0]

  /** Reports a page or database as deleted, and any other block as changed content of its page. */
  const deletionOf = (block: BlockRow): Change => {
    if (block.type === 'child_page') return changeOf('page.deleted', block.id)
    if (block.type === 'child_database') return changeOf('database.deleted', block.id)
    return changeOf('page.content_updated', pageOf(block))
  }

  app.get('/blocks/:block_id', (request) => loadResponse(sql, pathId(request.params, 'block_id')))

  app.get('/blocks/:block_id/children', async (request) => {
    const parent = await requireContainer(sql, pathId(request.params, 'block_id'))
    const { rows, next } = await listChildren(sql, parent.id, pageRequestOfQuery(request.query))
    return listOf('block', await blockResponses(context, sql, rows), next)
  })

  app.patch('/blocks/:block_id/children', (request) => {
    const id = pathId(request.params, 'block_id')
    const blocks = parseBlocks(check(appendBody, request.body).children)
    return write(context, async (tx) => {
      const parent = await requireContainer(tx, id)
      await assertNotInTrash(tx, id)
      if (!takesChildren(parent.type, parent.content)) throw invalid(`Block with type ${parent.type} does not support children.`)
      const parentType = parent.type === 'child_page' ? 'page_id' : 'block_id'
      const place = { parentType, parentId: id, pageId: pageOf(parent) } as const
      const ids = await insertBlocks(tx, place, blocks, now())
      await webhooks.record(tx, changeOf('page.content_updated', place.pageId))
      const rows = await Promise.all(ids.map((created) => requireBlock(tx, created)))
      return listOf('block', await blockResponses(context, tx, rows), null)
    })
  })

  app.patch('/blocks/:block_id', (request) => {
    const id = pathId(request.params, 'block_id')
    const body = check(z.record(z.string(), z.unknown()), request.body ?? {})
    return write(context, async (tx) => {
      const block = await requireBlock(tx, id)
      await assertNotInTrash(tx, id)
      const content = { ...block.content, ...parseBlockUpdate(block.type, body) }
      await tx`update notion.blocks set content = ${json(tx, content)}, last_edited_time = ${now()} where id = ${id}`
      await touchPage(tx, pageOf(block), now())
      await webhooks.record(tx, changeOf('page.content_updated', pageOf(block)))
      return loadResponse(tx, id)
    })
  })

  app.delete('/blocks/:block_id', (request) => {
    const id = pathId(request.params, 'block_id')
    return write(context, async (tx) => {
      const block = await requireBlock(tx, id)
      await assertNotInTrash(tx, id)
      if (block.parent_type === 'workspace') throw invalid('Archiving workspace level pages via API not supported.')
      await tx`update notion.blocks set in_trash = true, last_edited_time = ${now()} where id = ${id}`
      if (block.page_id !== null) await touchPage(tx, block.page_id, now())
      await webhooks.record(tx, deletionOf(block))
      return loadResponse(tx, id)
    })
  })
}
