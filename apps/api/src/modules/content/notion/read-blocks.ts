import { APIErrorCode, type BlockObjectResponse, isFullBlock, isNotionClientError, type PartialBlockObjectResponse } from '@notionhq/client'
import PQueue from 'p-queue'
import type { NotionAccess } from '../../../plugins/notion/notion.ts'
import { NotionUnusable, PageRefused } from '../mirror/page-refused.ts'
import type { BlockNode } from '../render/block-node.ts'
import { blockName, isAbortedBy, type PreviewLimits, unreadNote } from './preview-limits.ts'
import { isNotFound, iterateChildren, undefinedIfNotFound } from './requests.ts'

/** The limits of a page. A larger one is a mistake or an attack. */
const MAX_BLOCKS = 3_000
const MAX_CHARACTERS = 3_000_000
const MAX_DEPTH = 20

/** The concurrent requests of a preview: more than those of a sync, so that it gets most of Notion's rate limit. */
const PREVIEW_CONCURRENCY = 6

type ReadOptions = {
  notion: NotionAccess
  signal: AbortSignal
  /** Filled with the originals of the synced blocks on the page. */
  originals: Set<string>
  limits?: PreviewLimits
}

/** Blocks whose children are other pages. */
const otherContent = new Set(['child_page', 'child_database', 'link_to_page'])

/** Returns whether Notion refused this page alone. Others may be readable. */
const isAboutThePage = (error: unknown): error is Error =>
  isNotionClientError(error) && (error.code === APIErrorCode.RestrictedResource || error.code === APIErrorCode.ValidationError)

/**
 * Reads all blocks of a page, to any depth; level by level, so that a preview without enough time shows as much of the whole page as possible.
 * @throws PageRefused when the page is too large, too deep or deleted; the client's errors when Notion is unreachable.
 */
export async function readBlocks(pageId: string, { notion, signal, originals, limits }: ReadOptions): Promise<BlockNode[]> {
  let count = 0
  let characters = 0
  const until = limits?.blocksUntil
  const ends = until ? AbortSignal.any([signal, until]) : signal
  const queue = new PQueue({ concurrency: limits ? PREVIEW_CONCURRENCY : 1 })

  const checked = (blocks: (BlockObjectResponse | PartialBlockObjectResponse)[]): BlockObjectResponse[] => {
    count += blocks.length
    if (count > MAX_BLOCKS) throw new PageRefused('page_too_large', `The page has more than ${MAX_BLOCKS} blocks. Split it.`)
    return blocks.flatMap((block) => {
      if (!isFullBlock(block)) throw new NotionUnusable('Notion’s response contains a block without its content')
      characters += JSON.stringify(block).length
      if (characters > MAX_CHARACTERS) throw new PageRefused('page_too_large', 'There is too much text on the page. Split it.')
      return block.in_trash ? [] : [block]
    })
  }

  const list = async (block_id: string): Promise<BlockObjectResponse[]> => {
    const blocks: BlockObjectResponse[] = []
    try {
      ends.throwIfAborted()
      for await (const results of iterateChildren(notion, block_id, ends)) blocks.push(...checked(results))
    } catch (error) {
      const last = blocks.at(-1)
      if (!isAbortedBy(until, error) || !last) throw error
      limits?.leftOut.push(`What follows the ${blockName(last)}`)
    }
    return blocks
  }

  const below = async (parentId: string, depth: number, copied: ReadonlySet<string>): Promise<BlockNode[]> => {
    if (depth > MAX_DEPTH) throw new PageRefused('page_too_deep', `Blocks are nested more than ${MAX_DEPTH} deep. Move them up.`)
    const blocks = await queue.add(() => list(parentId))
    return await Promise.all(blocks.map(async (block) => ({ block, children: await childrenInTime(block, depth, copied) })))
  }

  const childrenInTime = async (block: BlockObjectResponse, depth: number, copied: ReadonlySet<string>): Promise<BlockNode[]> => {
    try {
      return await childrenOf(block, depth, copied)
    } catch (error) {
      if (!isAbortedBy(until, error)) throw error
      limits?.leftOut.push(`What is inside the ${blockName(block)}`)
      return [unreadNote(block)]
    }
  }

  const childrenOf = async (block: BlockObjectResponse, depth: number, copied: ReadonlySet<string>): Promise<BlockNode[]> => {
    const original = block.type === 'synced_block' ? block.synced_block.synced_from?.block_id : undefined
    if (original !== undefined) {
      originals.add(original)
      // A copy inside its own original would never end.
      if (copied.has(original)) return []
      const own = block.has_children ? await below(block.id, depth + 1, new Set([...copied, original])) : []
      if (own.length > 0) return own
      // The original may be on a page that is not shared with the integration.
      return (await below(original, depth + 1, new Set([...copied, original])).catch(undefinedIfNotFound)) ?? []
    }
    return block.has_children && !otherContent.has(block.type) ? await below(block.id, depth + 1, copied) : []
  }

  try {
    return await below(pageId, 1, new Set([pageId]))
  } catch (error) {
    if (isNotFound(error))
      throw new PageRefused('page_gone', 'The page was removed, or no longer shared with the integration, while it was read.', {
        mayPassLater: true,
      })
    if (isAboutThePage(error))
      throw new PageRefused('page_unreadable', `Notion refuses to return the page: ${error.message}`, { mayPassLater: true })
    throw error
  } finally {
    // After a failure, the other branches of the tree send no further requests.
    queue.pause()
    queue.clear()
  }
}
