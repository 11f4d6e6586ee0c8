import { and, eq, exists, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../database/open-database.ts'
import type { Checkpoint, CheckpointFile } from '../mirror/content.table.ts'
import {
  contentCourses,
  contentFiles,
  contentFileUses,
  contentResources,
  contentSessions,
  contentTutorials,
} from '../mirror/content.table.ts'

export type { CheckpointFile }
/** A checkpoint without its files: `files` counts them. */
export type PublishedCheckpoint = Pick<Checkpoint, 'project' | 'size'> & { files: number }
export type PublishedOutline = Awaited<ReturnType<PublishedContent['outline']>>
export type PublishedSession = PublishedOutline['sessions'][number]
export type PublishedTutorial = PublishedOutline['tutorials'][number]
export type PublishedParts = NonNullable<Awaited<ReturnType<PublishedContent['parts']>>>
/** A resource without the content of its page. */
export type PublishedResource = Awaited<ReturnType<PublishedContent['resources']>>[number]
/** A file without its bytes. `open`: a free tutorial, the intro of a course or a sample of the library shows it, so that its URL alone gives access. */
export type PublishedFile = { type: string; size: number; open: boolean }

type PageTable = typeof contentCourses | typeof contentSessions | typeof contentTutorials | typeof contentResources

const pick = <Table extends object, Name extends keyof Table>(table: Table, ...names: Name[]): Pick<Table, Name> =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>

const identityOf = ({ notion_page_id, public_id, name }: PageTable) => ({ page_id: notion_page_id, id: public_id, name })

function prepareContent(db: Db) {
  const courses = db
    .select({
      ...identityOf(contentCourses),
      text: contentCourses.description,
      ...pick(contentCourses, 'video', 'product', 'opens_on', 'studio_opens_on', 'published_at'),
    })
    .from(contentCourses)
    .prepare('published_courses')

  const sessions = db
    .select({
      ...identityOf(contentSessions),
      ...pick(contentSessions, 'course_page_id', 'description', 'position', 'free'),
      has_checks: sql<boolean>`${isNotNull(contentSessions.checks)}`,
      checkpoint: sql<PublishedCheckpoint | null>`${contentSessions.checkpoint} - 'files' || jsonb_build_object('files', jsonb_array_length(${contentSessions.checkpoint} -> 'files'))`,
    })
    .from(contentSessions)
    .prepare('published_sessions')

  const checkpointFiles = db
    .select({ files: sql<CheckpointFile[]>`${contentSessions.checkpoint} -> 'files'` })
    .from(contentSessions)
    .where(and(eq(contentSessions.notion_page_id, sql.placeholder('page_id')), isNotNull(contentSessions.checkpoint)))
    .prepare('published_checkpoint_files')

  const checks = db
    .select(pick(contentSessions, 'checks'))
    .from(contentSessions)
    .where(eq(contentSessions.notion_page_id, sql.placeholder('page_id')))
    .prepare('published_checks')

  const tutorials = db
    .select({
      ...identityOf(contentTutorials),
      ...pick(contentTutorials, 'session_page_id', 'description', 'position', 'free', 'vip'),
      ...pick(contentTutorials, 'duration', 'read_minutes', 'build_minutes', 'feedback'),
      ...pick(contentTutorials, 'published_at', 'last_edited_time'),
      has_diagram: sql<boolean>`${isNotNull(contentTutorials.diagram)}`,
      has_video: sql<boolean>`coalesce(${contentTutorials.parts} ->> 'video', '') <> ''`,
    })
    .from(contentTutorials)
    .prepare('published_tutorials')

  const parts = db
    .select(pick(contentTutorials, 'parts', 'diagram', 'diagram_size', 'diagram_description', 'facts_checked_on'))
    .from(contentTutorials)
    .where(eq(contentTutorials.notion_page_id, sql.placeholder('page_id')))
    .prepare('published_parts')

  const resources = db
    .select({
      ...identityOf(contentResources),
      ...pick(contentResources, 'description', 'position', 'tags', 'premium', 'sample', 'tried_with', 'tried_on', 'tries', 'related'),
      ...pick(contentResources, 'use_when', 'content', 'code_sample', 'published_at', 'last_edited_time'),
    })
    .from(contentResources)
    .prepare('published_resources')

  const resourceParts = db
    .select({ parts: contentResources.parts })
    .from(contentResources)
    .where(eq(contentResources.notion_page_id, sql.placeholder('page_id')))
    .prepare('published_resource_parts')

  const resource = db
    .select(pick(contentResources, 'name', 'description', 'tags', 'parts'))
    .from(contentResources)
    .where(eq(contentResources.public_id, sql.placeholder('id')))
    .prepare('published_resource')
  const resourcePrompts = db
    .select({ page_id: contentResources.notion_page_id, html: sql<string>`${contentResources.parts} -> 'prompt' ->> 'html'` })
    .from(contentResources)
    .where(sql`${contentResources.parts} -> 'prompt' ->> 'html' <> ''`)
    .prepare('published_resource_prompts')

  const openUses = db
    .select({ one: sql`1` })
    .from(contentFileUses)
    .leftJoin(contentTutorials, eq(contentTutorials.notion_page_id, contentFileUses.notion_page_id))
    .leftJoin(contentSessions, eq(contentSessions.notion_page_id, contentTutorials.session_page_id))
    .leftJoin(contentCourses, eq(contentCourses.notion_page_id, contentFileUses.notion_page_id))
    .leftJoin(contentResources, eq(contentResources.notion_page_id, contentFileUses.notion_page_id))
    .where(
      and(
        eq(contentFileUses.hash, contentFiles.hash),
        or(contentTutorials.free, contentSessions.free, isNotNull(contentCourses.notion_page_id), contentResources.sample),
      ),
    )

  const file = db
    .select({
      type: contentFiles.type,
      size: sql<number>`octet_length(${contentFiles.bytes})`,
      open: sql<boolean>`${exists(openUses)}`,
    })
    .from(contentFiles)
    .where(eq(contentFiles.hash, sql.placeholder('hash')))
    .prepare('published_file')

  const fileBytes = db
    .select({
      bytes: sql<Buffer>`substring(${contentFiles.bytes} from ${sql.placeholder('from')}::int + 1 for ${sql.placeholder('length')}::int)`,
    })
    .from(contentFiles)
    .where(eq(contentFiles.hash, sql.placeholder('hash')))
    .prepare('published_file_bytes')

  return {
    outline: async () => {
      const [allCourses, allSessions, allTutorials] = await Promise.all([courses.execute(), sessions.execute(), tutorials.execute()])
      return { courses: allCourses, sessions: allSessions, tutorials: allTutorials }
    },
    parts: async (page_id: string) => (await parts.execute({ page_id }))[0],
    /** Loads the files of a session's checkpoint. */
    checkpointFiles: async (page_id: string) => (await checkpointFiles.execute({ page_id }))[0]?.files,
    /** Loads the checks of a session; undefined without any. */
    checks: async (page_id: string) => (await checks.execute({ page_id }))[0]?.checks ?? undefined,
    resources: async () => await resources.execute(),
    /** Loads a resource by its public id. */
    resource: async (id: string) => (await resource.execute({ id }))[0],
    resourceParts: async (page_id: string) => (await resourceParts.execute({ page_id }))[0]?.parts,
    /** Loads the prompt of each resource that has one. */
    resourcePrompts: async () => await resourcePrompts.execute(),
    file: async (hash: string): Promise<PublishedFile | undefined> => (await file.execute({ hash }))[0],
    /** Loads up to `length` bytes of a file, starting at byte `from`. */
    fileBytes: async (hash: string, from: number, length: number) => (await fileBytes.execute({ hash, from, length }))[0]?.bytes,
  }
}
type PublishedContent = ReturnType<typeof prepareContent>

const prepared = new WeakMap<Db, PublishedContent>()

/** Loads published content from the mirror with prepared queries, which the modules of an API share. */
export function publishedContent(db: Db): PublishedContent {
  const content = prepared.get(db) ?? prepareContent(db)
  prepared.set(db, content)
  return content
}
