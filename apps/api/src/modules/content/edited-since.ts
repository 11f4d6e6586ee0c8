import type { Db } from '../../plugins/database.ts'
import type { KnownPage, KnownRefusal } from './content.store.ts'
import { RENDERER } from './render/version.ts'
import { runsBefore } from './sync-runs.store.ts'

/** So often a look at everything finds what is gone: nothing tells of that, as what is in the trash is not listed. */
const FULL_EVERY_S = 30 * 60
/** Notion tells edits by the minute, and lists them a moment later. */
const MARGIN_MS = 5 * 60_000

/**
 * Since when a run has to look at what was edited, so that it misses nothing that is still there; undefined if it has to look at
 * everything. Only times that Notion told are compared with its own clock.
 */
export async function editedSince(
  db: Db,
  run_id: string,
  known: Map<string, KnownPage>,
  refusals: Map<string, KnownRefusal>,
): Promise<Date | undefined> {
  const { before, fullAge } = await runsBefore(db, run_id)
  if (before?.result !== 'done' || fullAge === undefined || fullAge > FULL_EVERY_S) return undefined
  // Pages that may come out differently though nobody edits them.
  if ([...refusals.values()].some(({ may_pass_later, renderer }) => may_pass_later || renderer !== RENDERER)) return undefined
  const pages = [...known.values()]
  if (pages.some(({ renderer }) => (renderer ?? RENDERER) !== RENDERER)) return undefined
  const lastEdit = pages.reduce((last, { last_edited_time }) => Math.max(last, last_edited_time.getTime()), 0)
  return pages.length === 0 ? undefined : new Date(Math.min(lastEdit, before.started_at.getTime()) - MARGIN_MS)
}
