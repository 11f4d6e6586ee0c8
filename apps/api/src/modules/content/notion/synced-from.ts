import type { NotionAccess } from '../../../plugins/notion/notion.ts'
import type { SyncedFrom } from '../mirror/content.table.ts'
import { normalizeNotionId } from './page-properties.ts'
import { findBlock, findPage } from './requests.ts'

/** More than the nesting of blocks on any published page. */
const MAX_DEPTH = 25

/** Finds the pages that hold originals of synced blocks. Looks up each original once per run. */
export function syncedFromFinder(notion: NotionAccess, signal: AbortSignal) {
  const sources = new Map<string, Promise<SyncedFrom | undefined>>()
  const edits = new Map<string, Promise<string | null>>()

  /** Returns the page of a block, or the block that is missing: the run that finds it again reads the page of its copy again. */
  async function findSource(blockId: string): Promise<SyncedFrom | undefined> {
    let block_id = blockId
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      const block = await findBlock(notion, block_id, signal)
      if (!block) return { page_id: normalizeNotionId(block_id), last_edited_time: null }
      if (block.parent.type === 'page_id') {
        const page_id = normalizeNotionId(block.parent.page_id)
        return { page_id, last_edited_time: await findOnce(edits, page_id, () => findEdit(page_id)) }
      }
      if (block.parent.type !== 'block_id') return undefined
      block_id = block.parent.block_id
    }
    return undefined
  }

  const findEdit = async (page_id: string) => (await findPage(notion, page_id, signal))?.last_edited_time ?? null

  function findOnce<T>(cache: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
    const cached = cache.get(key) ?? find()
    cache.set(key, cached)
    return cached
  }

  /** Returns the pages of these originals, without the page that shows them. */
  return async (originals: Iterable<string>, shownOn: string): Promise<SyncedFrom[]> => {
    const found = new Map<string, SyncedFrom>()
    for (const blockId of originals) {
      const source = await findOnce(sources, blockId, () => findSource(blockId))
      if (source && source.page_id !== normalizeNotionId(shownOn)) found.set(source.page_id, source)
    }
    return [...found.values()].toSorted((a, b) => a.page_id.localeCompare(b.page_id))
  }
}
export type FindSyncedFrom = ReturnType<typeof syncedFromFinder>
