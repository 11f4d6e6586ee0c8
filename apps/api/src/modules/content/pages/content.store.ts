import { hash } from 'node:crypto'
import type { CourseId } from '@academy/catalog'
import { and, eq, exists, inArray, isNotNull, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../database/open-database.ts'
import { FILE_UNREACHABLE } from '../files/fetch-file.ts'
import {
  contentCourses,
  contentDrafts,
  contentFiles,
  contentFileUses,
  contentRefusals,
  type contentResources,
  contentSessions,
  contentTutorials,
  pageTables,
  type SyncedFrom,
} from '../mirror/content.table.ts'
import { type PageKind, pageKinds, type RefusedPage } from '../mirror/page-refused.ts'
import { indexPages, removeFromIndex } from '../search/search-index.store.ts'

/** The Postgres channel that notifies every instance of published and unpublished pages. */
export const PUBLISHED = 'content_published'

type MirrorColumns = 'digest' | 'properties_digest' | 'published_at'
export type CourseRow = Omit<typeof contentCourses.$inferSelect, MirrorColumns>
type SessionColumns = typeof contentSessions.$inferSelect
/** A row without `checkpoint` or `checks` keeps the previous ones, because the new ones have a mistake. */
export type SessionRow = Omit<SessionColumns, MirrorColumns | 'checkpoint' | 'checks'> &
  Partial<Pick<SessionColumns, 'checkpoint' | 'checks'>>
export type TutorialRow = Omit<typeof contentTutorials.$inferSelect, MirrorColumns>
export type ResourceRow = Omit<typeof contentResources.$inferSelect, MirrorColumns>
export type MirrorPage =
  | { kind: 'course'; row: CourseRow }
  | { kind: 'session'; row: SessionRow }
  | { kind: 'tutorial'; row: TutorialRow }
  | { kind: 'resource'; row: ResourceRow }

/** The columns that name the parents of pages. */
export const parentColumns = {
  session: contentSessions.course_page_id,
  tutorial: contentTutorials.session_page_id,
  course: null,
  resource: null,
}

/** The rule of a warning that ends with a day, without an edit. */
export const TRIED_IN_FUTURE = 'tried_in_future'

/** A published page without its content. */
export type PublishedPage = {
  kind: PageKind
  public_id: string
  name: string
  last_edited_time: Date
  fetched_at: Date
  renderer: number
  /** Whether a file of the page could not be fetched and may be there next time. */
  lacks_file: boolean
  /** Whether the page names a day that had not come when it was read. */
  awaits_day: boolean
  properties_digest: string | null
  synced_from: SyncedFrom[]
  /** The session of a tutorial, the course of a session. */
  parent_page_id: string | null
  /** The course of the catalog that a course page is; null for other kinds. */
  product: CourseId | null
}

/** Loads every published page by its Notion id. */
async function loadPublishedPages(db: Db): Promise<Map<string, PublishedPage>> {
  const pages = new Map<string, PublishedPage>()
  for (const kind of pageKinds) {
    const { notion_page_id, public_id, name, last_edited_time, fetched_at, properties_digest, renderer, synced_from, warnings } =
      pageTables[kind]
    const hasWarning = (rule: string) => sql<boolean>`${warnings} @> ${JSON.stringify([{ rule }])}::jsonb`
    const causes = { lacks_file: hasWarning(FILE_UNREACHABLE), awaits_day: hasWarning(TRIED_IN_FUTURE) }
    const parent_page_id = parentColumns[kind] ?? sql<null>`null`
    const product = kind === 'course' ? contentCourses.product : sql<null>`null`
    const page = { notion_page_id, public_id, name, last_edited_time, fetched_at, properties_digest, parent_page_id, product }
    const rows = await db.select({ ...page, ...causes, renderer, synced_from }).from(pageTables[kind])
    for (const row of rows) pages.set(row.notion_page_id, { kind, ...row })
  }
  return pages
}

/** Records which saved files a page shows. */
async function saveFileUses(tx: Tx, notion_page_id: string, hashes: string[]): Promise<void> {
  await tx.delete(contentFileUses).where(eq(contentFileUses.notion_page_id, notion_page_id))
  if (hashes.length > 0) await tx.insert(contentFileUses).values(hashes.map((hash) => ({ notion_page_id, hash })))
}

/** Deletes the rows of other kinds: a page that was moved to another database keeps its id. Returns whether there were any. */
async function deleteOtherKinds(tx: Tx, kind: PageKind, notion_page_id: string): Promise<boolean> {
  let deleted = 0
  for (const other of pageKinds.filter((pageKind) => pageKind !== kind)) {
    const table = pageTables[other]
    const rows = await tx.delete(table).where(eq(table.notion_page_id, notion_page_id)).returning({ notion_page_id: table.notion_page_id })
    deleted += rows.length
  }
  return deleted > 0
}

const notifyInstances = (tx: Tx, notion_page_id: string) => tx.execute(sql`select pg_notify(${PUBLISHED}, ${notion_page_id})`)

/** What a run replaces. */
export type Replacements = {
  /** The withdrawn pages that stay until the run has published what replaces them, by their Notion id. */
  pages: ReadonlyMap<string, PublishedPage>
  /** The published sessions of replaced courses, by their successor, to which they move at once. */
  sessions: ReadonlyMap<string, string[]>
}
const noReplacements: Replacements = { pages: new Map(), sessions: new Map() }

/**
 * Publishes a page in one transaction, withdraws the page that it replaces, and notifies every instance. An unchanged page is only marked as
 * checked. `hashes` are its files. Empty digests make the next run read a page again. Returns whether anything changed for learners.
 */
export async function publishPage(
  db: Db,
  page: MirrorPage,
  hashes: string[] = [],
  properties_digest: string | null = null,
  replacements = noReplacements,
): Promise<boolean> {
  // Each kind's row is of its table, which the compiler cannot follow.
  const table = pageTables[page.kind] as typeof contentCourses
  const { fetched_at, last_edited_time, synced_from, renderer, ...shown } = page.row as CourseRow
  const { notion_page_id, public_id } = shown
  const readFrom = { fetched_at, last_edited_time, synced_from, renderer, properties_digest }
  const digest = hash('sha256', JSON.stringify([page.kind, shown]))
  return await db.transaction(async (tx) => {
    await tx.delete(contentRefusals).where(eq(contentRefusals.notion_page_id, notion_page_id))
    const isMoved = await deleteOtherKinds(tx, page.kind, notion_page_id)
    const same = await tx
      .update(table)
      .set(readFrom)
      .where(and(eq(table.notion_page_id, notion_page_id), eq(table.digest, digest)))
      .returning({ notion_page_id: table.notion_page_id })
    if (same.length > 0 && !isMoved) return false

    // The run has decided which page owns an id. Its former owner uses its page id until a run publishes or withdraws that page.
    const [formerOwner] = await tx
      .update(table)
      .set({ public_id: sql`${table.notion_page_id}`, digest: '', properties_digest: '' })
      .where(and(eq(table.public_id, public_id), ne(table.notion_page_id, notion_page_id)))
      .returning({ id: table.notion_page_id })
    // A replaced session still has tutorials.
    if (formerOwner && page.kind !== 'session' && replacements.pages.has(formerOwner.id)) await deletePage(tx, page.kind, formerOwner.id)
    const row = { ...shown, ...readFrom, digest }
    await tx.insert(table).values(row).onConflictDoUpdate({ target: table.notion_page_id, set: row })
    const movedSessions = replacements.sessions.get(notion_page_id) ?? []
    if (movedSessions.length > 0)
      await tx
        .update(contentSessions)
        .set({ course_page_id: notion_page_id, digest: '', properties_digest: '' })
        .where(inArray(contentSessions.notion_page_id, movedSessions))
    await saveFileUses(tx, notion_page_id, hashes)
    if (page.kind === 'course') await removeFromIndex(tx, [notion_page_id])
    else await indexPages(tx, page.kind, [notion_page_id])
    await notifyInstances(tx, notion_page_id)
    return true
  })
}

/** Unpublishes a page that is deleted in Notion, or withdrawn by its author. */
export async function unpublishPage(db: Db, kind: PageKind, notion_page_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await deletePage(tx, kind, notion_page_id)
    await notifyInstances(tx, notion_page_id)
  })
}

async function deletePage(tx: Tx, kind: PageKind, notion_page_id: string): Promise<void> {
  await tx.delete(pageTables[kind]).where(eq(pageTables[kind].notion_page_id, notion_page_id))
  await tx.delete(contentFileUses).where(eq(contentFileUses.notion_page_id, notion_page_id))
  await removeFromIndex(tx, [notion_page_id])
}

export type StoredRefusal = typeof contentRefusals.$inferSelect

/** Loads the refused pages by their Notion id. */
async function loadRefusals(db: Db): Promise<Map<string, StoredRefusal>> {
  const rows = await db.select().from(contentRefusals)
  return new Map(rows.map((row) => [row.notion_page_id, row]))
}

/** Saves why the current version of a page is refused. Its last valid version stays published. */
export async function saveRefusal(
  db: Db,
  { page_id, ...refused }: RefusedPage,
  version: { last_edited_time: Date; properties_digest: string; may_pass_later: boolean; renderer: number },
): Promise<void> {
  const row = { ...refused, ...version, notion_page_id: page_id }
  const { rule, reason, refused_at } = contentRefusals
  // The time of the first refusal stays while the reason is the same.
  const since = sql`case when (${rule}, ${reason}) = (excluded.rule, excluded.reason) then ${refused_at} else now() end`
  await db
    .insert(contentRefusals)
    .values(row)
    .onConflictDoUpdate({ target: contentRefusals.notion_page_id, set: { ...row, refused_at: since } })
}

export type Draft = typeof contentDrafts.$inferInsert

/** Loads the drafts by their Notion id. */
async function loadDrafts(db: Db): Promise<Map<string, Draft>> {
  const rows = await db.select().from(contentDrafts)
  return new Map(rows.map((row) => [row.notion_page_id, row]))
}

/** What the mirror knows of all pages, by their Notion id. */
export type Mirror = Awaited<ReturnType<typeof loadMirror>>

export const loadMirror = async (db: Db) => ({
  publishedPages: await loadPublishedPages(db),
  refusals: await loadRefusals(db),
  drafts: await loadDrafts(db),
})

/** Saves the drafts among the listed pages. With `isFull`, deletes all others. */
export async function saveDrafts(db: Db, listed: string[], drafts: Draft[], isFull: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    if (isFull) await tx.delete(contentDrafts)
    else if (listed.length > 0) await tx.delete(contentDrafts).where(inArray(contentDrafts.notion_page_id, listed))
    if (drafts.length > 0) await tx.insert(contentDrafts).values(drafts)
  })
}

/** Deletes the refusals of pages that passed or are deleted. */
export async function dropRefusals(db: Db, pageIds: string[]): Promise<void> {
  if (pageIds.length > 0) await db.delete(contentRefusals).where(inArray(contentRefusals.notion_page_id, pageIds))
}

/**
 * Deletes files that no page has used for a day. Until then, readers may still have an older page open. Call it after every change of published
 * files: the day starts with the first call after which a file is unused.
 */
export async function dropUnusedFiles(db: Db): Promise<void> {
  const { hash, unused_since } = contentFiles
  const uses = db.select({ one: sql`1` }).from(contentFileUses).where(eq(contentFileUses.hash, hash))
  await db
    .update(contentFiles)
    .set({ unused_since: null })
    .where(and(isNotNull(unused_since), exists(uses)))
  await db
    .update(contentFiles)
    .set({ unused_since: sql`now()` })
    .where(and(isNull(unused_since), notExists(uses)))
  await db.delete(contentFiles).where(and(notExists(uses), lt(unused_since, sql`now() - interval '1 day'`)))
}
