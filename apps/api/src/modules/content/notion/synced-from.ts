import { isFullBlock } from '@notionhq/client'
import { abortable } from '../../../abortable.ts'
import type { NotionAccess } from '../../../plugins/notion/notion.ts'
import type { SyncedFrom } from '../content.table.ts'
import { pageIdOf } from './ids.ts'
import { findPage, undefinedIfNotFound } from './requests.ts'

/** More than the nesting of blocks on any published page. */
const MAX_DEPTH = 25

/** Finds the pages that hold originals of synced blocks. Looks up each original once per run. */
export function syncedFromFinder(notion: NotionAccess, signal: AbortSignal) {
  const pages = new Map<string, Promise<string | undefined>>()
  const edits = new Map<string, Promise<string | undefined>>()

  async function findPageOfBlock(blockId: string): Promise<string | undefined> {
    let block_id = blockId
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      const block = await abortable(notion.client.blocks.retrieve({ block_id }), signal).catch(undefinedIfNotFound)
      if (!block || !isFullBlock(block)) return undefined
      if (block.parent.type === 'page_id') return pageIdOf(block.parent.page_id)
      if (block.parent.type !== 'block_id') return undefined
      block_id = block.parent.block_id
    }
    return undefined
  }

  function findOnce<T>(cache: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
    const cached = cache.get(key) ?? find()
    cache.set(key, cached)
    return cached
  }

  /** Returns the pages of these originals, without the page that shows them. Deleted and unshared originals have none. */
  return async (originals: Iterable<string>, shownOn: string): Promise<SyncedFrom[]> => {
    const sources = new Map<string, SyncedFrom>()
    for (const blockId of originals) {
      const page_id = await findOnce(pages, blockId, () => findPageOfBlock(blockId))
      if (page_id === undefined || page_id === pageIdOf(shownOn)) continue
      const last_edited_time = await findOnce(edits, page_id, async () => (await findPage(notion, page_id, signal))?.last_edited_time)
      if (last_edited_time !== undefined) sources.set(page_id, { page_id, last_edited_time })
    }
    return [...sources.values()].toSorted((a, b) => a.page_id.localeCompare(b.page_id))
  }
}
export type FindSyncedFrom = ReturnType<typeof syncedFromFinder>
