import { boolean, customType, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'
import type { PageKind, RefusedPage } from './page-refused.ts'
import type { Warning } from './render/block-node.ts'
import type { ResourceParts } from './resource-parts.ts'
import type { TutorialParts } from './tutorial-parts.ts'

/**
 * `incremental` lists only what was edited lately; `full` lists every page, and so sees which are gone; `everything` also reads every
 * page again, whether it changed or not.
 */
export type SyncKind = 'incremental' | 'full' | 'everything'
/** Who asked for a run. */
export type SyncTrigger = 'start' | 'schedule' | 'admin' | 'webhook' | 'command'

/** A page on which the original of a synced block stands. */
export type SyncedFrom = { page_id: string; last_edited_time: string }

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** What every mirrored page has, made anew for each table. `public_id` is the slug in Notion, or the page id without dashes. */
const page = () => ({
  notion_page_id: text().primaryKey(),
  public_id: text().notNull().unique(),
  name: text().notNull(),
  description: text().notNull(),
  last_edited_time: timestampMs().notNull(),
  /** Of all the rest of the row: what did not change is not published again. */
  digest: text().notNull(),
  /** Of what the properties said, whenever Notion dates the edit; null until a run of this version has read the page. */
  properties_digest: text(),
  /** When the content was asked for: Notion tells the time of an edit by the minute only. */
  fetched_at: timestampMs().notNull(),
  published_at: timestampMs().notNull().defaultNow(),
})

/** What a page has as well whose body is rendered. */
const rendered = () => ({
  warnings: jsonb().$type<Warning[]>().notNull().default([]),
  /** The renderer that made its HTML; another one makes it anew. */
  renderer: integer().notNull().default(0),
  /** The pages that hold the originals of its synced blocks, as they were when it was read. */
  synced_from: jsonb().$type<SyncedFrom[]>().notNull().default([]),
})

export const contentCourses = pgTable('content_courses', {
  ...page(),
  /** HTML of the intro video; null without one. */
  video: text(),
  ...rendered(),
})

export const contentSessions = pgTable('content_sessions', {
  ...page(),
  course_page_id: text().notNull(),
  position: doublePrecision(),
  free: boolean().notNull(),
})

export const contentTutorials = pgTable('content_tutorials', {
  ...page(),
  session_page_id: text().notNull(),
  position: doublePrecision(),
  free: boolean().notNull(),
  vip: boolean().notNull(),
  duration: doublePrecision(),
  feedback: text(),
  parts: jsonb().$type<TutorialParts>().notNull(),
  /** The copied diagram, by its hash. */
  diagram: text(),
  ...rendered(),
})

/** Resources of the Prompt Library. */
export const contentResources = pgTable('content_resources', {
  ...page(),
  position: doublePrecision(),
  tags: jsonb().$type<string[]>().notNull(),
  premium: boolean().notNull(),
  content: text().notNull(),
  code_sample: text().notNull(),
  /** Page ids of the resources that the author names as related, the closest first. */
  related: jsonb().$type<string[]>().notNull(),
  parts: jsonb().$type<ResourceParts>().notNull(),
  ...rendered(),
})

/** Copied pictures, videos, captions, sounds and PDFs, once each, by the SHA-256 of their bytes. */
export const contentFiles = pgTable('content_files', {
  hash: text().primaryKey(),
  type: text().notNull(),
  /** Stored as it is (EXTERNAL), so that a part of it is found without reading the rest. */
  bytes: bytea().notNull(),
  created_at: timestampMs().notNull().defaultNow(),
  /** When it was first seen that no page shows it any more; null while one does. */
  unused_since: timestampMs(),
})

/** Which pages show which files: it decides who may see one, and when it can go. */
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

/** Pages that are not published as they are now, and why. Gone as soon as the page passes or disappears. */
export const contentRefusals = pgTable('content_refusals', {
  notion_page_id: text().primaryKey(),
  kind: text().$type<PageKind>().notNull(),
  title: text().notNull(),
  url: text().notNull(),
  rule: text().notNull(),
  reason: text().notNull(),
  /** The version that was refused: the same one is not read again, unless the cause lay outside of it. */
  last_edited_time: timestampMs().notNull(),
  properties_digest: text(),
  may_pass_later: boolean().notNull(),
  renderer: integer().notNull(),
  refused_at: timestampMs().notNull().defaultNow(),
})

/** The databases that were found once, so that another database of the same title never takes the place of one. */
export const contentDatabases = pgTable('content_databases', {
  kind: text().$type<PageKind>().primaryKey(),
  root_page_id: text().notNull(),
  database_id: text().notNull(),
  data_source_id: text().notNull(),
  /** Of the courses: a slug other than the configured one that an admin confirmed as that of the course. */
  accepted_slug: text(),
  found_at: timestampMs().notNull().defaultNow(),
})

/** Pages that hold originals of synced blocks and are in no database of the academy, as Notion last dated them. */
export const contentSyncedSources = pgTable('content_synced_sources', {
  page_id: text().primaryKey(),
  /** Null when the page is gone, or not shared with the integration. */
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

/** One row for each look at Notion. */
export const contentSyncRuns = pgTable('content_sync_runs', {
  run_id: uuid().primaryKey().defaultRandom(),
  started_at: timestampMs().notNull().defaultNow(),
  finished_at: timestampMs(),
  kind: text().$type<SyncKind>().notNull().default('full'),
  trigger: text().$type<SyncTrigger>().notNull().default('schedule'),
  /** A run that its process did not survive is set to interrupted by the next one. A held one changed nothing: it waits for an admin. */
  result: text().$type<'running' | 'done' | 'failed' | 'interrupted' | 'held'>().notNull().default('running'),
  error: text(),
  listed: integer().notNull().default(0),
  fetched: integer().notNull().default(0),
  published: integer().notNull().default(0),
  unpublished: integer().notNull().default(0),
  refused: integer().notNull().default(0),
  requests: integer().notNull().default(0),
  refusals: jsonb().$type<RefusedPage[]>().notNull().default([]),
  /** Of a held run: why it waits, and the key with which an admin confirms exactly that. */
  holds: jsonb().$type<{ rule: string; reason: string }[]>().notNull().default([]),
  confirmation_key: text(),
})
