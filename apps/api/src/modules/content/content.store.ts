import { createHash } from 'node:crypto'
import { and, eq, exists, inArray, isNotNull, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../plugins/database.ts'
import {
  contentCourses,
  contentFiles,
  contentFileUses,
  contentRefusals,
  contentResources,
  contentSessions,
  contentTutorials,
} from './content.table.ts'
import type { CopiedFile } from './files/copied-file.ts'
import { type PageKind, pageKinds, type RefusedPage } from './page-refused.ts'

/** The channel on which every instance hears that something was published or taken back. */
export const PUBLISHED = 'content_published'

type KeptHere = 'digest' | 'published_at'
export type CourseRow = Omit<typeof contentCourses.$inferSelect, KeptHere>
export type SessionRow = Omit<typeof contentSessions.$inferSelect, KeptHere>
export type TutorialRow = Omit<typeof contentTutorials.$inferSelect, KeptHere>
export type ResourceRow = Omit<typeof contentResources.$inferSelect, KeptHere>
export type MirrorPage =
  | { kind: 'course'; row: CourseRow }
  | { kind: 'session'; row: SessionRow }
  | { kind: 'tutorial'; row: TutorialRow }
  | { kind: 'resource'; row: ResourceRow }

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

const tables = { course: contentCourses, session: contentSessions, tutorial: contentTutorials, resource: contentResources }

/** What the mirror knows of a page without its content. */
export type KnownPage = {
  kind: PageKind
  public_id: string
  name: string
  last_edited_time: Date
  fetched_at: Date
  renderer: number | null
}

/** Every published page by its Notion id. */
export async function knownPages(db: Db): Promise<Map<string, KnownPage>> {
  const found = new Map<string, KnownPage>()
  for (const kind of pageKinds) {
    const { notion_page_id, public_id, name, last_edited_time, fetched_at } = tables[kind]
    const renderer = kind === 'session' ? sql<null>`null` : tables[kind].renderer
    const rows = await db.select({ notion_page_id, public_id, name, last_edited_time, fetched_at, renderer }).from(tables[kind])
    for (const row of rows) found.set(row.notion_page_id, { kind, ...row })
  }
  return found
}

/** What makes a page look as it does: everything but when it was looked at. */
function digestOf({ kind, row: { fetched_at: _, last_edited_time: __, ...row } }: MirrorPage): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, row]))
    .digest('hex')
}

async function upsert(tx: Tx, page: MirrorPage, kept: { digest: string; published_at: Date }): Promise<void> {
  switch (page.kind) {
    case 'course': {
      const values = { ...page.row, ...kept }
      return void (await tx
        .insert(contentCourses)
        .values(values)
        .onConflictDoUpdate({ target: contentCourses.notion_page_id, set: values }))
    }
    case 'session': {
      const values = { ...page.row, ...kept }
      return void (await tx
        .insert(contentSessions)
        .values(values)
        .onConflictDoUpdate({ target: contentSessions.notion_page_id, set: values }))
    }
    case 'tutorial': {
      const values = { ...page.row, ...kept }
      return void (await tx
        .insert(contentTutorials)
        .values(values)
        .onConflictDoUpdate({ target: contentTutorials.notion_page_id, set: values }))
    }
    case 'resource': {
      const values = { ...page.row, ...kept }
      return void (await tx
        .insert(contentResources)
        .values(values)
        .onConflictDoUpdate({ target: contentResources.notion_page_id, set: values }))
    }
  }
}

async function saveFiles(tx: Tx, notion_page_id: string, files: CopiedFile[]): Promise<void> {
  await tx.delete(contentFileUses).where(eq(contentFileUses.notion_page_id, notion_page_id))
  const different = [...new Map(files.map((file) => [file.hash, file])).values()]
  for (const file of different) await tx.insert(contentFiles).values(file).onConflictDoNothing()
  if (different.length > 0) await tx.insert(contentFileUses).values(different.map(({ hash }) => ({ notion_page_id, hash })))
}

const tellInstances = (tx: Tx, notion_page_id: string) => tx.execute(sql`select pg_notify(${PUBLISHED}, ${notion_page_id})`)

/**
 * Publishes one page whole, in one transaction, and tells every instance. A page that comes out as it was is only marked as looked at.
 * @returns whether anything changed for learners.
 */
export async function publishPage(db: Db, page: MirrorPage, files: CopiedFile[] = []): Promise<boolean> {
  const table = tables[page.kind]
  const { notion_page_id, public_id, fetched_at, last_edited_time } = page.row
  const digest = digestOf(page)
  return await db.transaction(async (tx) => {
    await tx.delete(contentRefusals).where(eq(contentRefusals.notion_page_id, notion_page_id))
    const same = await tx
      .update(table)
      .set({ fetched_at, last_edited_time })
      .where(and(eq(table.notion_page_id, notion_page_id), eq(table.digest, digest)))
      .returning({ notion_page_id: table.notion_page_id })
    if (same.length > 0) return false

    // The run has settled who owns an id; whoever held it before goes by its page id until its own turn comes.
    await tx
      .update(table)
      .set({ public_id: sql`${table.notion_page_id}`, digest: '' })
      .where(and(eq(table.public_id, public_id), ne(table.notion_page_id, notion_page_id)))
    await upsert(tx, page, { digest, published_at: new Date() })
    await saveFiles(tx, notion_page_id, files)
    await tellInstances(tx, notion_page_id)
    return true
  })
}

/** Takes a page back that is gone in Notion. */
export async function unpublishPage(db: Db, kind: PageKind, notion_page_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(tables[kind]).where(eq(tables[kind].notion_page_id, notion_page_id))
    await tx.delete(contentFileUses).where(eq(contentFileUses.notion_page_id, notion_page_id))
    await tellInstances(tx, notion_page_id)
  })
}

export type KnownRefusal = typeof contentRefusals.$inferSelect

/** Pages that were refused when last looked at, by their Notion id. */
export async function knownRefusals(db: Db): Promise<Map<string, KnownRefusal>> {
  const rows = await db.select().from(contentRefusals)
  return new Map(rows.map((row) => [row.notion_page_id, row]))
}

/** How many pages are refused as they are now. */
export const countRefusals = (db: Db): Promise<number> => db.$count(contentRefusals)

/** Remembers why a page is not published as it is now; its last good version stays as it is. */
export async function saveRefusal(
  db: Db,
  { page_id, ...refused }: RefusedPage,
  version: { last_edited_time: Date; may_pass_later: boolean; renderer: number },
): Promise<void> {
  const row = { ...refused, ...version, notion_page_id: page_id }
  const { rule, reason, refused_at } = contentRefusals
  // As long as the reason stays the same, the page is refused since it was first.
  const since = sql`case when (${rule}, ${reason}) = (excluded.rule, excluded.reason) then ${refused_at} else now() end`
  await db
    .insert(contentRefusals)
    .values(row)
    .onConflictDoUpdate({ target: contentRefusals.notion_page_id, set: { ...row, refused_at: since } })
}

/** Forgets refusals of pages that passed or are gone. */
export async function dropRefusals(db: Db, pageIds: string[]): Promise<void> {
  if (pageIds.length > 0) await db.delete(contentRefusals).where(inArray(contentRefusals.notion_page_id, pageIds))
}

/**
 * Deletes files that no page has shown for a day: until then somebody may have a page open that did. To be called after every change of
 * what pages show, as the day begins with the first call that finds a file unused.
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
