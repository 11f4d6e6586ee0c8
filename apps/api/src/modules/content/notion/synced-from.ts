import { APIErrorCode, isFullBlock, isFullPage, isNotionClientError } from '@notionhq/client'
import type { NotionAccess } from '../../../plugins/notion/notion.ts'
import type { SyncedFrom } from '../content.table.ts'
import { pageIdOf } from './ids.ts'
import { abortable } from './paged.ts'

/** More than the nesting of blocks on any published page. */
const DEEPEST = 25

const isMissing = (error: unknown): boolean => isNotionClientError(error) && error.code === APIErrorCode.ObjectNotFound
const undefinedIfMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error
}

/** Returns when a page was last edited; undefined if it is in the trash, or not shared with the integration. */
export async function lastEdit(notion: NotionAccess, page_id: string, signal: AbortSignal): Promise<string | undefined> {
  const page = await abortable(notion.client.pages.retrieve({ page_id }), signal).catch(undefinedIfMissing)
  return page && isFullPage(page) && !page.in_trash ? page.last_edited_time : undefined
}

/** Finds the pages that hold originals of synced blocks. Looks up each original once per run. */
export function syncedFromFinder(notion: NotionAccess, signal: AbortSignal) {
  const pages = new Map<string, Promise<string | undefined>>()
  const edits = new Map<string, Promise<string | undefined>>()

  async function findPage(blockId: string): Promise<string | undefined> {
    let block_id = blockId
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      const block = await abortable(notion.client.blocks.retrieve({ block_id }), signal).catch(undefinedIfMissing)
      if (!block || !isFullBlock(block)) return undefined
      if (block.parent.type === 'page_id') return pageIdOf(block.parent.page_id)
      if (block.parent.type !== 'block_id') return undefined
      block_id = block.parent.block_id
    }
    return undefined
  }

  function cached<T>(cache: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
    const found = cache.get(key) ?? find()
    cache.set(key, found)
    return found
  }

  /** Returns the pages of these originals, without the page that shows them. Deleted and unshared originals have none. */
  return async (originals: Iterable<string>, shownOn: string): Promise<SyncedFrom[]> => {
    const found = new Map<string, SyncedFrom>()
    for (const blockId of originals) {
      const page_id = await cached(pages, blockId, () => findPage(blockId))
      if (page_id === undefined || page_id === pageIdOf(shownOn)) continue
      const last_edited_time = await cached(edits, page_id, () => lastEdit(notion, page_id, signal))
      if (last_edited_time !== undefined) found.set(page_id, { page_id, last_edited_time })
    }
    return [...found.values()].toSorted((a, b) => a.page_id.localeCompare(b.page_id))
  }
}
export type FindSyncedFrom = ReturnType<typeof syncedFromFinder>
