import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../database/open-database.ts'
import type { Checkpoint, CheckpointFile } from './checkpoint-files.ts'
import { contentCourses, contentFiles, contentFileUses, contentResources, contentSessions, contentTutorials } from './content.table.ts'
import type { ResourceParts } from './resource-parts.ts'
import type { TutorialParts } from './tutorial-parts.ts'

export type { CheckpointFile }
export type PublishedCourse = { page_id: string; id: string; name: string; text: string; video: string | null }
export type PublishedSession = {
  page_id: string
  course_page_id: string
  id: string
  name: string
  description: string
  position: number | null
  free: boolean
  checkpoint: PublishedCheckpoint | null
}
/** A checkpoint without its files: `files` counts them. */
export type PublishedCheckpoint = Pick<Checkpoint, 'project' | 'size'> & { files: number }
export type PublishedTutorial = {
  page_id: string
  session_page_id: string
  id: string
  name: string
  description: string
  position: number | null
  free: boolean
  vip: boolean
  /** Of the video, in minutes. */
  duration: number | null
  read_minutes: number | null
  build_minutes: number | null
  feedback: string | null
  has_diagram: boolean
}
export type PublishedOutline = { courses: PublishedCourse[]; sessions: PublishedSession[]; tutorials: PublishedTutorial[] }
export type PublishedParts = { parts: TutorialParts; diagram: string | null; diagram_description: string | null }
/** A resource without the content of its page. */
export type PublishedResource = {
  page_id: string
  id: string
  name: string
  description: string
  position: number | null
  tags: string[]
  premium: boolean
  /** Shown whole to everyone. */
  sample: boolean
  tried_with: string | null
  tried_on: string | null
  content: string
  code_sample: string
  related: string[]
}
/** A file without its bytes. `open`: a free tutorial, the intro of a course or a sample of the library shows it, so that its address alone gives access. */
export type PublishedFile = { type: string; size: number; open: boolean }

/** Loads published content from the mirror with prepared queries. */
export function publishedContent(db: Db) {
  const courses = db
    .select({
      page_id: contentCourses.notion_page_id,
      id: contentCourses.public_id,
      name: contentCourses.name,
      text: contentCourses.description,
      video: contentCourses.video,
    })
    .from(contentCourses)
    .prepare('published_courses')

  const sessions = db
    .select({
      page_id: contentSessions.notion_page_id,
      course_page_id: contentSessions.course_page_id,
      id: contentSessions.public_id,
      name: contentSessions.name,
      description: contentSessions.description,
      position: contentSessions.position,
      free: contentSessions.free,
      checkpoint: sql<PublishedCheckpoint | null>`${contentSessions.checkpoint} - 'files' || jsonb_build_object('files', jsonb_array_length(${contentSessions.checkpoint} -> 'files'))`,
    })
    .from(contentSessions)
    .prepare('published_sessions')

  const checkpointFiles = db
    .select({ files: sql<CheckpointFile[]>`${contentSessions.checkpoint} -> 'files'` })
    .from(contentSessions)
    .where(and(eq(contentSessions.notion_page_id, sql.placeholder('page_id')), isNotNull(contentSessions.checkpoint)))
    .prepare('published_checkpoint_files')

  const tutorials = db
    .select({
      page_id: contentTutorials.notion_page_id,
      session_page_id: contentTutorials.session_page_id,
      id: contentTutorials.public_id,
      name: contentTutorials.name,
      description: contentTutorials.description,
      position: contentTutorials.position,
      free: contentTutorials.free,
      vip: contentTutorials.vip,
      duration: contentTutorials.duration,
      read_minutes: contentTutorials.read_minutes,
      build_minutes: contentTutorials.build_minutes,
      feedback: contentTutorials.feedback,
      has_diagram: sql<boolean>`${isNotNull(contentTutorials.diagram)}`,
    })
    .from(contentTutorials)
    .prepare('published_tutorials')

  const parts = db
    .select({
      parts: contentTutorials.parts,
      diagram: contentTutorials.diagram,
      diagram_description: contentTutorials.diagram_description,
    })
    .from(contentTutorials)
    .where(eq(contentTutorials.notion_page_id, sql.placeholder('page_id')))
    .prepare('published_parts')

  const resources = db
    .select({
      page_id: contentResources.notion_page_id,
      id: contentResources.public_id,
      name: contentResources.name,
      description: contentResources.description,
      position: contentResources.position,
      tags: contentResources.tags,
      premium: contentResources.premium,
      sample: contentResources.sample,
      tried_with: contentResources.tried_with,
      tried_on: contentResources.tried_on,
      content: contentResources.content,
      code_sample: contentResources.code_sample,
      related: contentResources.related,
    })
    .from(contentResources)
    .prepare('published_resources')

  const resourceParts = db
    .select({ parts: contentResources.parts })
    .from(contentResources)
    .where(eq(contentResources.notion_page_id, sql.placeholder('page_id')))
    .prepare('published_resource_parts')

  const resource = db
    .select({
      name: contentResources.name,
      description: contentResources.description,
      tags: contentResources.tags,
      parts: contentResources.parts,
    })
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
    .innerJoin(contentTutorials, eq(contentTutorials.notion_page_id, contentFileUses.notion_page_id))
    .leftJoin(contentSessions, eq(contentSessions.notion_page_id, contentTutorials.session_page_id))
    .where(and(eq(contentFileUses.hash, contentFiles.hash), sql`(${contentTutorials.free} or ${contentSessions.free})`))

  const courseUses = db
    .select({ one: sql`1` })
    .from(contentFileUses)
    .innerJoin(contentCourses, eq(contentCourses.notion_page_id, contentFileUses.notion_page_id))
    .where(eq(contentFileUses.hash, contentFiles.hash))

  const sampleUses = db
    .select({ one: sql`1` })
    .from(contentFileUses)
    .innerJoin(contentResources, eq(contentResources.notion_page_id, contentFileUses.notion_page_id))
    .where(and(eq(contentFileUses.hash, contentFiles.hash), contentResources.sample))

  const file = db
    .select({
      type: contentFiles.type,
      size: sql<number>`octet_length(${contentFiles.bytes})`,
      open: sql<boolean>`exists ${openUses} or exists ${courseUses} or exists ${sampleUses}`,
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
    outline: async (): Promise<PublishedOutline> => {
      const [allCourses, allSessions, allTutorials] = await Promise.all([courses.execute(), sessions.execute(), tutorials.execute()])
      return { courses: allCourses, sessions: allSessions, tutorials: allTutorials }
    },
    parts: async (page_id: string): Promise<PublishedParts | undefined> => (await parts.execute({ page_id }))[0],
    /** Loads the files of a session's checkpoint. */
    checkpointFiles: async (page_id: string): Promise<CheckpointFile[] | undefined> =>
      (await checkpointFiles.execute({ page_id }))[0]?.files,
    resources: async (): Promise<PublishedResource[]> => await resources.execute(),
    /** Loads a resource by its public id. */
    resource: async (id: string) => (await resource.execute({ id }))[0],
    resourceParts: async (page_id: string): Promise<ResourceParts | undefined> => (await resourceParts.execute({ page_id }))[0]?.parts,
    /** Loads the prompt of each resource that has one. */
    resourcePrompts: async (): Promise<{ page_id: string; html: string }[]> => await resourcePrompts.execute(),
    file: async (hash: string): Promise<PublishedFile | undefined> => (await file.execute({ hash }))[0],
    /** Loads up to `length` bytes of a file, starting at byte `from`. */
    fileBytes: async (hash: string, from: number, length: number): Promise<Buffer | undefined> =>
      (await fileBytes.execute({ hash, from, length }))[0]?.bytes,
  }
}
