import { eq } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { contentDatabases } from './content.table.ts'
import type { Databases, PinnedDatabases } from './notion/find-databases.ts'
import { pageKinds } from './page-refused.ts'

/** What earlier runs found below the root page; nothing of another root page counts. */
export async function loadPinnedDatabases(db: Db, root_page_id: string): Promise<{ pinned: PinnedDatabases; acceptedSlug: string | null }> {
  const rows = await db.select().from(contentDatabases).where(eq(contentDatabases.root_page_id, root_page_id))
  const pinned = Object.fromEntries(rows.map(({ kind, database_id, data_source_id }) => [kind, { database_id, data_source_id }]))
  return { pinned, acceptedSlug: rows.find(({ kind }) => kind === 'course')?.accepted_slug ?? null }
}

/** Remembers which databases are read from now on, and the slug with which an admin confirmed the course. */
export async function savePinnedDatabases(db: Db, root_page_id: string, databases: Databases, acceptedSlug: string | null): Promise<void> {
  for (const kind of pageKinds) {
    const found = { root_page_id, ...databases[kind], accepted_slug: kind === 'course' ? acceptedSlug : null }
    await db
      .insert(contentDatabases)
      .values({ kind, ...found })
      .onConflictDoUpdate({ target: contentDatabases.kind, set: found })
  }
}
