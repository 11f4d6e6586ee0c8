import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { insertBlocks, pageOf, requireBlock } from './block-store.ts'
import { type NotionContext, write } from './context.ts'
import { notionId } from './ids.ts'
import { NotionError } from './notion-error.ts'
import type { RequestCounts } from './request-counts.ts'
import { contentChange } from './webhooks/event.ts'

const blocksBody = z.strictObject({
  parent_id: notionId,
  blocks: z.array(z.strictObject({ type: z.string().min(1), content: z.record(z.string(), z.unknown()).default({}) })).min(1),
})

/** What is not part of Notion's API, but of having it on one's own machine: counting requests, and blocks that only Notion's app makes. */
export function controlRoutes(app: FastifyInstance, context: NotionContext, counts: RequestCounts) {
  app.get('/requests', async () => counts.read())

  app.delete('/requests', async () => {
    counts.reset()
    return counts.read()
  })

  /** Blocks of any type at the end of a page or block: kinds that Notion's API reads but does not create, and kinds that nobody knows yet. */
  app.post('/blocks', async (request, reply) => {
    const body = blocksBody.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ message: z.prettifyError(body.error) })
    try {
      return await write(context, async (tx) => {
        const parent = await requireBlock(tx, body.data.parent_id)
        const place = {
          parentType: parent.type === 'child_page' ? ('page_id' as const) : ('block_id' as const),
          parentId: parent.id,
          pageId: pageOf(parent),
        }
        const blocks = body.data.blocks.map((block) => ({ ...block, children: [] }))
        const ids = await insertBlocks(tx, place, blocks, context.now())
        await context.webhooks.record(tx, contentChange(await requireBlock(tx, place.pageId), ids))
        return { ids }
      })
    } catch (error) {
      if (error instanceof NotionError) return reply.code(error.status).send({ message: error.message })
      throw error
    }
  })
}
