import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../database.ts'
import { insertBlocks, pageOf, requireBlock } from './block-store.ts'
import { type NotionContext, write } from './context.ts'
import { copyPages } from './copy-pages.ts'
import { notionId } from './ids.ts'
import { NotionError } from './notion-error.ts'
import type { RequestCounts } from './request-counts.ts'
import { changeOf } from './webhooks/event.ts'

const blocksBody = z.strictObject({
  parent_id: notionId,
  blocks: z.array(z.strictObject({ type: z.string().min(1), content: z.record(z.string(), z.unknown()).default({}) })).min(1),
})

const datesBody = z.strictObject({ id: notionId, last_edited_time: z.iso.datetime() })

const copiesBody = z.strictObject({ page_id: notionId, count: z.int().min(1).max(20_000) })

/** Registers the control endpoints: request counts, limits, and actions that only Notion's app offers. */
export function controlRoutes(app: FastifyInstance, context: NotionContext, counts: RequestCounts) {
  app.get('/requests', async () => counts.read())
  app.delete('/requests', async () => counts.reset())

  /** Runs a change in a transaction. Responds with the changed ids, or with Notion's error. */
  const runChange = async (reply: FastifyReply, work: (tx: Tx) => Promise<string[]>) => {
    try {
      return { ids: await write(context, work) }
    } catch (error) {
      if (error instanceof NotionError) return reply.code(error.status).send({ message: error.message })
      throw error
    }
  }

  /** Appends blocks of any type to a page or block, also types that the API cannot create, and unknown ones. */
  app.post('/blocks', async (request, reply) => {
    const { parent_id, blocks } = blocksBody.parse(request.body)
    return await runChange(reply, async (tx) => {
      const parent = await requireBlock(tx, parent_id)
      const parentType = parent.type === 'child_page' ? 'page_id' : 'block_id'
      const place = { parentType, parentId: parent.id, pageId: pageOf(parent) } as const
      const newBlocks = blocks.map((block) => ({ ...block, children: [] }))
      const ids = await insertBlocks(tx, place, newBlocks, context.now())
      await context.webhooks.record(tx, changeOf('page.content_updated', place.pageId))
      return ids
    })
  })

  /** Sets the edit time of a page or block, to imitate changes that do not update it at Notion. */
  app.post('/dates', async (request, reply) => {
    const { id, last_edited_time } = datesBody.parse(request.body)
    return await runChange(reply, async (tx) => {
      await requireBlock(tx, id)
      await tx`update notion.blocks set last_edited_time = ${new Date(last_edited_time)} where id = ${id}`
      return [id]
    })
  })

  /** Copies a page many times, for tests with a large workspace. */
  app.post('/copies', async (request, reply) => {
    const { page_id, count } = copiesBody.parse(request.body)
    return await runChange(reply, (tx) => copyPages(tx, page_id, count, context.now()))
  })
}
