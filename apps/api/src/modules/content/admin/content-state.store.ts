import { asc, desc, eq, exists, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../../database/open-database.ts'
import { contentCourses, contentDrafts, contentFiles, contentRefusals, pageTables } from '../mirror/content.table.ts'
import type { PageKind } from '../mirror/page-refused.ts'
import { parentColumns } from '../pages/content.store.ts'
import { equalOrders, type PagePlace } from '../pages/equal-orders.ts'
import { isSyncing, lastRuns, lastSuccess, runAwaitingConfirmation } from '../sync/sync-runs.store.ts'

const MAX_RUNS = 20
/** The most refused pages in the state. */
const MAX_PAGES = 500

async function loadRefusedPages(db: Db) {
  const published = Object.values(pageTables).map((table) =>
    exists(db.select({ one: sql`1` }).from(table).where(eq(table.notion_page_id, contentRefusals.notion_page_id))),
  )
  return await db
    .select({
      page_id: contentRefusals.notion_page_id,
      kind: contentRefusals.kind,
      title: contentRefusals.title,
      url: contentRefusals.url,
      rule: contentRefusals.rule,
      reason: contentRefusals.reason,
      since: contentRefusals.refused_at,
      still_shown: sql<boolean>`(${sql.join(published, sql` or `)})`,
    })
    .from(contentRefusals)
    .orderBy(desc(contentRefusals.refused_at), asc(contentRefusals.notion_page_id))
    .limit(MAX_PAGES)
}

async function loadWarnings(db: Db) {
  const of = (kind: PageKind) => {
    const { notion_page_id, name, warnings } = pageTables[kind]
    return db.select({ page_id: notion_page_id, title: name, warnings }).from(pageTables[kind]).where(sql`${warnings} <> '[]'`)
  }
  return await unionAll(of('course'), of('session'), of('tutorial'), of('resource')).orderBy(sql`name, notion_page_id`).limit(MAX_PAGES)
}

/** Loads the places of all published sessions, tutorials and resources. */
export async function loadPlaces(db: Db): Promise<PagePlace[]> {
  const of = (kind: Exclude<PageKind, 'course'>) => {
    const { notion_page_id, name, position } = pageTables[kind]
    return db
      .select({
        page_id: notion_page_id,
        title: name,
        position,
        kind: sql<PageKind>`${kind}::text`.as('kind'),
        parent: sql<string | null>`${parentColumns[kind] ?? sql`null::text`}`.as('parent'),
      })
      .from(pageTables[kind])
  }
  return await unionAll(of('session'), of('tutorial'), of('resource')).orderBy(sql`name, notion_page_id`)
}

/** Returns a warning for each page that has the same “Order” as another one. */
function orderWarnings(places: PagePlace[]) {
  const equal = equalOrders(places)
  return places.flatMap(({ page_id, title }) => {
    const warning = equal.get(page_id)
    return warning ? [{ page_id, title, warnings: [warning] }] : []
  })
}

const loadDrafts = (db: Db) =>
  db
    .select({ page_id: contentDrafts.notion_page_id, kind: contentDrafts.kind, title: contentDrafts.title, url: contentDrafts.url })
    .from(contentDrafts)
    .orderBy(desc(contentDrafts.last_edited_time), asc(contentDrafts.notion_page_id))
    .limit(MAX_PAGES)

/** Loads the state of the mirror for operators. */
export async function contentState(db: Db) {
  const state = await loadState(db)
  // The run may have ended between two statements. It saves its result before it releases the lock, so the second result is final.
  return !state.syncing && state.runs[0]?.result === 'running' ? await loadState(db) : state
}

async function loadState(db: Db) {
  const [courses, files, places, runs, success, syncing, refusals, warnings, drafts, waiting] = await Promise.all([
    db.$count(contentCourses),
    db.$count(contentFiles),
    loadPlaces(db),
    lastRuns(db, MAX_RUNS),
    lastSuccess(db),
    isSyncing(db),
    loadRefusedPages(db),
    loadWarnings(db),
    loadDrafts(db),
    runAwaitingConfirmation(db),
  ])
  const count = (kind: PageKind) => places.filter((place) => place.kind === kind).length
  const shown = { courses, sessions: count('session'), tutorials: count('tutorial'), resources: count('resource'), files }
  return {
    shown,
    runs,
    last_success_at: success?.at ?? null,
    syncing,
    refusals,
    warnings: [...warnings, ...orderWarnings(places)],
    drafts,
    waiting,
  }
}
export type StoredState = Awaited<ReturnType<typeof contentState>>
