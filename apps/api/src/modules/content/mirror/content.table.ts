import type { CourseId } from '@academy/catalog'
import type { PromptTries } from '@academy/contract/prompt-tries'
import type { SessionChecks } from '@academy/contract/session-checks'
import { boolean, customType, date, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { timestampMs } from '../../../database/timestamp-ms.ts'
import type { Warning } from '../render/block-node.ts'
import type { ConfirmationReason } from './confirmation-required.ts'
import type { PageKind, RefusedPage } from './page-refused.ts'
import { storedResource, storedTutorial } from './stored-parts.ts'

/** The project of the course at the end of a session. */
export type Checkpoint = {
  /** The name of the folder in the download: letters, digits and `-`. */
  project: string
  files: CheckpointFile[]
  /** The size of all files together, in bytes. */
  size: number
}
export type CheckpointFile = { path: string; text: string }

/**
 * What a run reads, from least to most:
 * - `incremental`: lists recent edits only, and reads them
 * - `full`: lists all pages, and so finds deleted ones; reads those that changed
 * - `everything`: lists all pages, and reads each of them again
 */
export type SyncKind = 'incremental' | 'full' | 'everything'
/** What started a run. */
export type SyncTrigger = 'start' | 'schedule' | 'admin' | 'webhook' | 'command'

/**
 * A page with the original of a synced block. `last_edited_time` is null if Notion does not return the page, and `page_id` may then be the id of
 * the missing block.
 */
export type SyncedFrom = { page_id: string; last_edited_time: string | null }

/** A jsonb column that is parsed when it is read, because rows that an older version stored lack what was added since. */
const parsedJson = <Value>(schema: z.ZodType<Value>) =>
  customType<{ data: Value; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => schema.parse(value),
  })()

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The columns of every mirrored page, created for each table. `public_id` is the slug in Notion, or the page id without dashes. */
const page = () => ({
  notion_page_id: text().primaryKey(),
  public_id: text().notNull().unique(),
  name: text().notNull(),
  description: text().notNull(),
  last_edited_time: timestampMs().notNull(),
  /** A hash of the other columns, to detect changes. */
  digest: text().notNull(),
  /** A hash of the properties; null until a run of this version has read the page. */
  properties_digest: text(),
  /** When the content was read; Notion dates edits by the minute only. */
  fetched_at: timestampMs().notNull(),
  /** When the page was first published. Edits keep it, because none of them tries a prompt. */
  published_at: timestampMs().notNull().defaultNow(),
})

/** The columns of a page whose blocks are read. */
const rendered = () => ({
  warnings: jsonb().$type<Warning[]>().notNull().default([]),
  /** The version of the renderer; a newer one renders the page again. */
  renderer: integer().notNull().default(0),
  /** The pages with the originals of its synced blocks, at the time of reading. */
  synced_from: jsonb().$type<SyncedFrom[]>().notNull().default([]),
})

export const contentCourses = pgTable('content_courses', {
  ...page(),
  /** HTML of the intro video; null without one. */
  video: text(),
  /** The course of the catalog that the page is. */
  product: text().$type<CourseId>().notNull().default('master_course'),
  /** The first day on which everyone can buy the course and open its free tutorials; null: at once. */
  opens_on: date(),
  /** The same for accounts whose Studio runs, which come earlier. */
  studio_opens_on: date(),
  ...rendered(),
})

export const contentSessions = pgTable('content_sessions', {
  ...page(),
  course_page_id: text().notNull(),
  position: doublePrecision(),
  free: boolean().notNull(),
  /** The project at the end of the session; null without one. */
  checkpoint: jsonb().$type<Checkpoint>(),
  /** The checks of that project; null without any. */
  checks: jsonb().$type<SessionChecks>(),
  ...rendered(),
})

export const contentTutorials = pgTable('content_tutorials', {
  ...page(),
  session_page_id: text().notNull(),
  position: doublePrecision(),
  free: boolean().notNull(),
  vip: boolean().notNull(),
  /** Of the video, in minutes. */
  duration: doublePrecision(),
  read_minutes: doublePrecision(),
  build_minutes: doublePrecision(),
  feedback: text(),
  parts: parsedJson(storedTutorial).notNull(),
  /** The copied diagram, by its hash. */
  diagram: text(),
  /** The size of the diagram in pixels; null if it is not known. */
  diagram_size: jsonb().$type<{ width: number; height: number }>(),
  /** What the diagram shows, in the author's words: its text alternative. */
  diagram_description: text(),
  /** The day on which the author last checked facts that change, such as prices; null without such facts. */
  facts_checked_on: date(),
  ...rendered(),
})

/** Resources of the Prompt Library. */
export const contentResources = pgTable('content_resources', {
  ...page(),
  position: doublePrecision(),
  tags: jsonb().$type<string[]>().notNull(),
  premium: boolean().notNull(),
  /** Shown whole to everyone, as a sample of the library. */
  sample: boolean().notNull().default(false),
  /** The tool that its author last tried it with, and the day of that, both or none. */
  tried_with: text(),
  tried_on: date(),
  /** How often answers had the form of the present prompt; null if that was not tried. */
  tries: jsonb().$type<PromptTries>(),
  /** Completes “Use when …”: the situation in one line. */
  use_when: text(),
  content: text().notNull(),
  code_sample: text().notNull(),
  /** Page ids of the resources that the author named as related, closest first. */
  related: jsonb().$type<string[]>().notNull(),
  parts: parsedJson(storedResource).notNull(),
  ...rendered(),
})

/** The tables of mirrored pages. */
export const pageTables = { course: contentCourses, session: contentSessions, tutorial: contentTutorials, resource: contentResources }

/** Copied pictures, videos, captions, sounds and PDFs, by the SHA-256 of their bytes. */
export const contentFiles = pgTable('content_files', {
  hash: text().primaryKey(),
  type: text().notNull(),
  /** Stored uncompressed (EXTERNAL), so that a part can be read alone. */
  bytes: bytea().notNull(),
  created_at: timestampMs().notNull().defaultNow(),
  /** When it was first found unused; null while a page shows it. */
  unused_since: timestampMs(),
})

/** Which pages show which files. This decides access, and when a file is deleted. */
export const contentFileUses = pgTable(
  'content_file_uses',
  {
    notion_page_id: text().notNull(),
    hash: text()
      .notNull()
      .references(() => contentFiles.hash),
  },
  (uses) => [primaryKey({ columns: [uses.notion_page_id, uses.hash] }), index('content_file_uses_hash').on(uses.hash)],
)

/** Pages whose current version is refused, with the reason. Deleted when the page passes or disappears. */
export const contentRefusals = pgTable('content_refusals', {
  notion_page_id: text().primaryKey(),
  kind: text().$type<PageKind>().notNull(),
  title: text().notNull(),
  url: text().notNull(),
  rule: text().notNull(),
  reason: text().notNull(),
  /** The refused version. It is not read again, unless the cause is outside the page. */
  last_edited_time: timestampMs().notNull(),
  properties_digest: text(),
  may_pass_later: boolean().notNull(),
  renderer: integer().notNull(),
  refused_at: timestampMs().notNull().defaultNow(),
})

/** The databases that a run found, so that another database with the same title never replaces one. */
export const contentDatabases = pgTable('content_databases', {
  kind: text().$type<PageKind>().primaryKey(),
  root_page_id: text().notNull(),
  database_id: text().notNull(),
  data_source_id: text().notNull(),
  /** For the course database: a slug other than the configured one that an admin confirmed. */
  accepted_slug: text(),
  /** The optional properties that it had in the last run that was not held. */
  optional_properties: text().array().notNull().default([]),
  found_at: timestampMs().notNull().defaultNow(),
})

/** Pages outside the academy's databases that hold originals of synced blocks, and missing originals, with their edit times. */
export const contentSyncedSources = pgTable('content_synced_sources', {
  page_id: text().primaryKey(),
  /** Null if the page is deleted, or not shared with the integration. */
  last_edited_time: timestampMs(),
  checked_at: timestampMs().notNull(),
})

/** Pages that their authors marked as drafts. */
export const contentDrafts = pgTable('content_drafts', {
  notion_page_id: text().primaryKey(),
  kind: text().$type<PageKind>().notNull(),
  title: text().notNull(),
  url: text().notNull(),
  last_edited_time: timestampMs().notNull(),
})

/** One row for each sync run. */
export const contentSyncRuns = pgTable('content_sync_runs', {
  run_id: uuid().primaryKey().defaultRandom(),
  started_at: timestampMs().notNull().defaultNow(),
  finished_at: timestampMs(),
  kind: text().$type<SyncKind>().notNull().default('full'),
  trigger: text().$type<SyncTrigger>().notNull().default('schedule'),
  /**
   * - `done`: `succeeded` in the contract
   * - `interrupted`: its process died, which the next run records
   * - `held`: it changed nothing, and waits until an admin confirms it
   */
  result: text().$type<'running' | 'done' | 'failed' | 'interrupted' | 'held'>().notNull().default('running'),
  error: text(),
  listed: integer().notNull().default(0),
  fetched: integer().notNull().default(0),
  published: integer().notNull().default(0),
  unpublished: integer().notNull().default(0),
  refused: integer().notNull().default(0),
  requests: integer().notNull().default(0),
  refusals: jsonb().$type<RefusedPage[]>().notNull().default([]),
  /** For a run with the result `held`: why it waits, and the key of what an admin has to confirm. */
  holds: jsonb().$type<Pick<ConfirmationReason, 'rule' | 'reason'>[]>().notNull().default([]),
  confirmation_key: text(),
})
