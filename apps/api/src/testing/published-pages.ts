import { createHash } from 'node:crypto'
import { FIRST_COURSE } from '@academy/catalog'
import { sql } from 'drizzle-orm'
import type { Db } from '../database/open-database.ts'
import { contentFiles, contentResources } from '../modules/content/mirror/content.table.ts'
import { type ResourceParts, storedResource, storedTutorial, type TutorialParts } from '../modules/content/mirror/stored-parts.ts'
import {
  type CourseRow,
  publishPage,
  type ResourceRow,
  type SessionRow,
  type TutorialRow,
  unpublishPage,
} from '../modules/content/pages/content.store.ts'
import { RENDERER_VERSION } from '../modules/content/render/version.ts'

const pageIdOf = (slug: string): string => createHash('sha256').update(slug).digest('hex').slice(0, 32)

const page = (slug: string) => ({
  notion_page_id: pageIdOf(slug),
  public_id: slug,
  name: slug,
  description: '',
  last_edited_time: new Date('2026-11-20T10:00:00Z'),
  fetched_at: new Date('2026-11-20T11:00:00Z'),
})

/** A hash that no sync computes, so that the next sync reads the page again. */
const PROPERTIES_DIGEST = 'published by a test'

const rendered = { warnings: [], renderer: RENDERER_VERSION, synced_from: [] }

type Picture = typeof contentFiles.$inferInsert & { bytes: Buffer }

/** Returns an SVG picture of one color, given in CSS notation. */
export function pictureOf(color: string): Picture {
  const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><rect fill="${color}"></rect></svg>`)
  return { hash: createHash('sha256').update(bytes).digest('hex'), type: 'image/svg+xml', bytes }
}

/** Saves pictures and returns their hashes. */
async function savePictures(db: Db, pictures: Picture[]): Promise<string[]> {
  if (pictures.length > 0) await db.insert(contentFiles).values(pictures).onConflictDoNothing()
  return pictures.map(({ hash }) => hash)
}

/** `related` contains the slugs of related resources. */
type ResourceInput = Partial<Omit<ResourceRow, 'parts'>> & { parts?: Partial<ResourceParts> }

const resourceRow = (slug: string, { parts = {}, related = [], ...changes }: ResourceInput): ResourceRow => ({
  ...page(slug),
  ...rendered,
  position: null,
  tags: [],
  premium: false,
  sample: false,
  tried_with: null,
  tried_on: null,
  tries: null,
  use_when: null,
  content: '',
  code_sample: '',
  ...changes,
  related: related.map(pageIdOf),
  parts: storedResource.parse(parts),
})

/** Returns functions that publish pages directly into the mirror, for tests of its readers. Each page is named by a slug, its public id. */
export function publisher(db: Db) {
  return {
    course: (slug: string, changes: Partial<CourseRow> = {}) =>
      publishPage(db, {
        kind: 'course',
        row: { ...page(slug), ...rendered, video: null, product: FIRST_COURSE, opens_on: null, studio_opens_on: null, ...changes },
      }),
    withdrawCourse: (slug: string) => unpublishPage(db, 'course', pageIdOf(slug)),
    session: (slug: string, course: string, changes: Partial<SessionRow> = {}) =>
      publishPage(db, {
        kind: 'session',
        row: { ...page(slug), ...rendered, course_page_id: pageIdOf(course), position: null, free: false, ...changes },
      }),
    tutorial: async (
      slug: string,
      session: string,
      { parts = {}, ...changes }: Partial<Omit<TutorialRow, 'parts'>> & { parts?: Partial<TutorialParts> } = {},
      pictures: Picture[] = [],
    ) =>
      await publishPage(
        db,
        {
          kind: 'tutorial',
          row: {
            ...page(slug),
            session_page_id: pageIdOf(session),
            position: null,
            free: false,
            vip: false,
            duration: null,
            read_minutes: null,
            build_minutes: null,
            feedback: null,
            diagram: null,
            diagram_size: null,
            diagram_description: null,
            facts_checked_on: null,
            ...rendered,
            ...changes,
            parts: storedTutorial.parse(parts),
          },
        },
        await savePictures(db, pictures),
      ),
    resource: async (slug: string, resource: ResourceInput = {}, pictures: Picture[] = []) =>
      await publishPage(db, { kind: 'resource', row: resourceRow(slug, resource) }, await savePictures(db, pictures), PROPERTIES_DIGEST),
    /** Publishes many resources in one statement. The search does not find them. */
    manyResources: async (resources: { slug: string; resource: ResourceInput }[]) => {
      const rows = resources.map(({ slug, resource }) => resourceRow(slug, resource))
      await db.insert(contentResources).values(rows.map((row) => ({ ...row, properties_digest: PROPERTIES_DIGEST, digest: '' })))
    },
    /** Publishes `count` resources that differ only in their ids. */
    resources: async (count: number) => {
      await publisher(db).resource('like-all')
      await db.execute(sql`
        insert into content_resources
        select (jsonb_populate_record(one, jsonb_build_object('notion_page_id', md5(n::text), 'public_id', 'like-all-' || n))).*
        from content_resources one, generate_series(2, ${count}::int) n where one.public_id = 'like-all'`)
    },
  }
}
