import { eq } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import { contentDatabases } from '../mirror/content.table.ts'
import { type PageKind, pageKinds } from '../mirror/page-refused.ts'
import type { Databases, PinnedDatabases } from '../notion/find-databases.ts'
import type { KnownProperties } from './lost-properties.ts'

/** Loads the databases that earlier runs found below this root page. */
export async function loadPinnedDatabases(db: Db, root_page_id: string) {
  const rows = await db.select().from(contentDatabases).where(eq(contentDatabases.root_page_id, root_page_id))
  const pinned: PinnedDatabases = Object.fromEntries(
    rows.map(({ kind, database_id, data_source_id }) => [kind, { database_id, data_source_id }]),
  )
  const propertiesOf = (kind: PageKind) => rows.find((row) => row.kind === kind)?.optional_properties ?? []
  return {
    pinned,
    /** The slug with which an admin confirmed the course. */
    acceptedSlug: rows.find(({ kind }) => kind === 'course')?.accepted_slug ?? null,
    /** The optional properties that the databases had; none before the first run. */
    knownProperties: {
      course: propertiesOf('course'),
      session: propertiesOf('session'),
      tutorial: propertiesOf('tutorial'),
      resource: propertiesOf('resource'),
    },
  }
}

type DatabasesToSave = { databases: Databases; acceptedSlug: string | null; knownProperties: KnownProperties }

/** Saves which databases the next runs read, their optional properties, and the slug with which an admin confirmed the course. */
export async function savePinnedDatabases(
  db: Db,
  root_page_id: string,
  { databases, acceptedSlug, knownProperties }: DatabasesToSave,
): Promise<void> {
  for (const kind of pageKinds) {
    const accepted_slug = kind === 'course' ? acceptedSlug : null
    const columns = { root_page_id, ...databases[kind], accepted_slug, optional_properties: knownProperties[kind] }
    await db
      .insert(contentDatabases)
      .values({ kind, ...columns })
      .onConflictDoUpdate({ target: contentDatabases.kind, set: columns })
  }
}
