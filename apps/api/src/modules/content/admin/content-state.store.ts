import { asc, desc, eq, exists, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../../database/open-database.ts'
import {
  contentCourses,
  contentDrafts,
  contentFiles,
  contentRefusals,
  contentResources,
  contentSessions,
  contentTutorials,
  pageTables,
} from '../mirror/content.table.ts'
import type { PageKind } from '../mirror/page-refused.ts'
import { isSyncing, lastRuns, lastSuccess, runAwaitingConfirmation } from '../sync/sync-runs.store.ts'

const MAX_RUNS = 20
/** The most refused pages in the state. */
const MAX_PAGES = 500

const countPublished = async (db: Db) => ({
  courses: await db.$count(contentCourses),
  sessions: await db.$count(contentSessions),
  tutorials: await db.$count(contentTutorials),
  resources: await db.$count(contentResources),
  files: await db.$count(contentFiles),
})

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
  const of = (table: (typeof pageTables)[PageKind]) =>
    db
      .select({ page_id: table.notion_page_id, title: table.name, warnings: table.warnings })
      .from(table)
      .where(sql`${table.warnings} <> '[]'`)
  return await unionAll(of(contentCourses), of(contentSessions), of(contentTutorials), of(contentResources))
    .orderBy(sql`name, notion_page_id`)
    .limit(MAX_PAGES)
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
  const [shown, runs, success, syncing, refusals, warnings, drafts, waiting] = await Promise.all([
    countPublished(db),
    lastRuns(db, MAX_RUNS),
    lastSuccess(db),
    isSyncing(db),
    loadRefusedPages(db),
    loadWarnings(db),
    loadDrafts(db),
    runAwaitingConfirmation(db),
  ])
  return { shown, runs, last_success_at: success?.at ?? null, syncing, refusals, warnings, drafts, waiting }
}
export type StoredState = Awaited<ReturnType<typeof contentState>>
