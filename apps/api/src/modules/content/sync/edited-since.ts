import type { Db } from '../../../database/open-database.ts'
import { requestsToList } from '../notion/read-workspace.ts'
import type { PublishedPage, StoredRefusal } from '../pages/content.store.ts'
import { RENDERER_VERSION } from '../render/version.ts'
import { previousRuns } from './sync-runs.store.ts'

/** The most requests of a full list that every run may send. Only a full list shows deleted pages. */
export const CHEAP_REQUESTS = 10
/** The seconds between full lists, for each request of such a list: a thirtieth of Notion's rate limit. */
const SECONDS_PER_REQUEST = 10
const FULL_EVERY_S = 30 * 60
/** Notion dates edits by the minute, and lists them with a delay. */
const MARGIN_MS = 5 * 60_000

/** Returns the seconds between full runs for a number of list requests; 0 means every run. */
export const fullEvery = (requests: number): number =>
  requests <= CHEAP_REQUESTS ? 0 : Math.min(FULL_EVERY_S, requests * SECONDS_PER_REQUEST)

/** Counts the requests that list the pages of the last run, published or refused. */
function requestsForAll(publishedPages: Map<string, PublishedPage>, refusals: Map<string, StoredRefusal>): number {
  const pages = { course: 0, session: 0, tutorial: 0, resource: 0 }
  for (const { kind } of publishedPages.values()) pages[kind] += 1
  for (const [id, { kind }] of refusals) if (!publishedPages.has(id)) pages[kind] += 1
  return requestsToList(pages)
}

/**
 * Returns the time from which edits have to be read; undefined if the run has to list everything. Compares only times of Notion's own
 * clock.
 */
export async function editedSince(
  db: Db,
  run_id: string,
  publishedPages: Map<string, PublishedPage>,
  refusals: Map<string, StoredRefusal>,
): Promise<Date | undefined> {
  const { previous, fullAge } = await previousRuns(db, run_id)
  if (previous?.result !== 'done' || fullAge === undefined || fullAge >= fullEvery(requestsForAll(publishedPages, refusals)))
    return undefined
  // Pages whose output may change without an edit.
  if ([...refusals.values()].some(({ may_pass_later, renderer }) => may_pass_later || renderer !== RENDERER_VERSION)) return undefined
  const pages = [...publishedPages.values()]
  const mayDiffer = ({ renderer, lacks_file, properties_digest }: PublishedPage): boolean =>
    lacks_file || properties_digest === null || renderer !== RENDERER_VERSION
  if (pages.some(mayDiffer)) return undefined
  const lastEdit = pages.reduce((last, { last_edited_time }) => Math.max(last, last_edited_time.getTime()), 0)
  return pages.length === 0 ? undefined : new Date(Math.min(lastEdit, previous.started_at.getTime()) - MARGIN_MS)
}
