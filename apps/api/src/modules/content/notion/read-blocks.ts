import { APIErrorCode, type BlockObjectResponse, isFullBlock, isNotionClientError } from '@notionhq/client'
import type { NotionAccess } from '../../../plugins/notion/notion.ts'
import { NotionUnusable, PageRefused } from '../page-refused.ts'
import type { BlockNode } from '../render/block-node.ts'
import { collectAll } from './paged.ts'

/** The limits of a page. More is a mistake or an attack. */
const MAX_BLOCKS = 3_000
const MAX_CHARACTERS = 3_000_000
const DEEPEST = 20

/** Blocks whose children are other pages. */
const otherContent = new Set(['child_page', 'child_database', 'link_to_page'])

const isMissing = (error: unknown): boolean => isNotionClientError(error) && error.code === APIErrorCode.ObjectNotFound

/** Returns whether Notion refused this page alone. Others may be readable. */
const isAboutThePage = (error: unknown): error is Error =>
  isNotionClientError(error) && (error.code === APIErrorCode.RestrictedResource || error.code === APIErrorCode.ValidationError)

/**
 * Reads all blocks of a page, to any depth.
 * @throws PageRefused when the page is too large, too deep or deleted; the client's errors when Notion is unreachable.
 */
export async function readBlocks(
  notion: NotionAccess,
  pageId: string,
  signal: AbortSignal,
  /** Filled with the originals of the synced blocks on the page. */
  originals: Set<string> = new Set(),
): Promise<BlockNode[]> {
  let count = 0
  let characters = 0

  const list = async (block_id: string): Promise<BlockObjectResponse[]> => {
    const blocks = await collectAll(
      (start_cursor) => notion.client.blocks.children.list({ block_id, page_size: 100, ...(start_cursor ? { start_cursor } : {}) }),
      signal,
    )
    count += blocks.length
    if (count > MAX_BLOCKS) throw new PageRefused('page_too_large', `The page has more than ${MAX_BLOCKS} blocks. Split it.`)
    return blocks.flatMap((block) => {
      if (!isFullBlock(block)) throw new NotionUnusable('Notion answered a block without its content')
      characters += JSON.stringify(block).length
      if (characters > MAX_CHARACTERS) throw new PageRefused('page_too_large', 'There is too much text on the page. Split it.')
      return block.in_trash ? [] : [block]
    })
  }

  const below = async (parentId: string, depth: number, copied: ReadonlySet<string>): Promise<BlockNode[]> => {
    if (depth > DEEPEST) throw new PageRefused('page_too_deep', `Blocks are nested more than ${DEEPEST} deep. Move them up.`)
    const nodes: BlockNode[] = []
    for (const block of await list(parentId)) nodes.push({ block, children: await childrenOf(block, depth, copied) })
    return nodes
  }

  const childrenOf = async (block: BlockObjectResponse, depth: number, copied: ReadonlySet<string>): Promise<BlockNode[]> => {
    const original = block.type === 'synced_block' ? block.synced_block.synced_from?.block_id : undefined
    if (original !== undefined) {
      originals.add(original)
      // A copy inside its own original would never end.
      if (copied.has(original)) return []
      const own = block.has_children ? await below(block.id, depth + 1, new Set([...copied, original])) : []
      return own.length ? own : await below(original, depth + 1, new Set([...copied, original])).catch(nothingIfMissing)
    }
    return block.has_children && !otherContent.has(block.type) ? await below(block.id, depth + 1, copied) : []
  }

  /** Handles originals of synced blocks on pages that are not shared with the integration. */
  const nothingIfMissing = (error: unknown): BlockNode[] => {
    if (isMissing(error)) return []
    throw error
  }

  try {
    return await below(pageId, 1, new Set([pageId]))
  } catch (error) {
    if (isMissing(error))
      throw new PageRefused('page_gone', 'The page was removed, or closed to the integration, while it was read.', { mayPassLater: true })
    if (isAboutThePage(error))
      throw new PageRefused('page_unreadable', `Notion does not give the page out: ${error.message}`, { mayPassLater: true })
    throw error
  }
}
