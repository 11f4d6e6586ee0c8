import { notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import type { NotionAccess } from '../../../plugins/notion/notion.ts'
import { contentSyncedSources } from '../mirror/content.table.ts'
import { findBlock, findPage, isServerError } from '../notion/requests.ts'
import type { PublishedPage } from '../pages/content.store.ts'

/** The edit times of pages, by page id, in milliseconds; null for a deleted page. */
export type SourceEdits = Map<string, number | null>

type CheckOptions = {
  db: Db
  notion: NotionAccess
  signal: AbortSignal
  /** The edit times of listed pages, which need no request. */
  listed: SourceEdits
  /** The most requests; the pages checked longest ago come first. */
  budget: number
}

/**
 * Returns the edit times of the pages that hold originals of synced blocks. Notion does not update a page's edit time when the original of
 * one of its blocks changes.
 */
export async function checkSources(
  publishedPages: Map<string, PublishedPage>,
  { db, notion, signal, listed, budget }: CheckOptions,
): Promise<SourceEdits> {
  const sources = [...publishedPages.values()].flatMap(({ synced_from }) => synced_from)
  const pages = new Set(sources.flatMap(({ page_id, last_edited_time }) => (last_edited_time === null ? [] : [page_id])))
  const unlisted = [...new Set(sources.map(({ page_id }) => page_id))].filter((id) => !listed.has(id))
  const rows = await db.select().from(contentSyncedSources)
  await db.delete(contentSyncedSources).where(notInArray(contentSyncedSources.page_id, unlisted))

  const checkedAt = new Map(rows.map(({ page_id, checked_at }) => [page_id, checked_at.getTime()]))
  const due = unlisted.toSorted((a, b) => (checkedAt.get(a) ?? 0) - (checkedAt.get(b) ?? 0)).slice(0, budget)
  const edits: SourceEdits = new Map([...rows.map((row) => [row.page_id, row.last_edited_time?.getTime() ?? null] as const), ...listed])
  for (const page_id of due) {
    const last_edited_time = await findEdit(page_id)
    edits.set(page_id, last_edited_time?.getTime() ?? null)
    const checked = { last_edited_time, checked_at: sql`clock_timestamp()` }
    await db
      .insert(contentSyncedSources)
      .values({ page_id, ...checked })
      .onConflictDoUpdate({ target: contentSyncedSources.page_id, set: checked })
  }
  return edits

  /** Returns the edit time of a source; the known one if Notion fails to return the source, because all other pages can be read. */
  async function findEdit(page_id: string): Promise<Date | null> {
    try {
      // What was missing may be a block, which cannot be loaded as a page.
      const source = await (pages.has(page_id) ? findPage : findBlock)(notion, page_id, signal)
      return source ? new Date(source.last_edited_time) : null
    } catch (error) {
      if (!isServerError(error)) throw error
      const known = edits.get(page_id) ?? sources.find((source) => source.page_id === page_id)?.last_edited_time
      return known ? new Date(known) : null
    }
  }
}
