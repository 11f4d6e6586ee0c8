import { eq } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import { contentDatabases } from './content.table.ts'
import type { Databases, PinnedDatabases } from './notion/find-databases.ts'
import { pageKinds } from './page-refused.ts'

/** Loads the databases that earlier runs found below this root page, and the slug with which an admin confirmed the course. */
export async function loadPinnedDatabases(db: Db, root_page_id: string): Promise<{ pinned: PinnedDatabases; acceptedSlug: string | null }> {
  const rows = await db.select().from(contentDatabases).where(eq(contentDatabases.root_page_id, root_page_id))
  const pinned = Object.fromEntries(rows.map(({ kind, database_id, data_source_id }) => [kind, { database_id, data_source_id }]))
  return { pinned, acceptedSlug: rows.find(({ kind }) => kind === 'course')?.accepted_slug ?? null }
}

/** Saves which databases the next runs read, and the slug with which an admin confirmed the course. */
export async function savePinnedDatabases(db: Db, root_page_id: string, databases: Databases, acceptedSlug: string | null): Promise<void> {
  for (const kind of pageKinds) {
    const columns = { root_page_id, ...databases[kind], accepted_slug: kind === 'course' ? acceptedSlug : null }
    await db
      .insert(contentDatabases)
      .values({ kind, ...columns })
      .onConflictDoUpdate({ target: contentDatabases.kind, set: columns })
  }
}
