import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CueStart, IndexedPage, SearchKind } from './search-documents.ts'

// The search index of the mirror (decision 030). All of it is derived: the tables are unlogged, backups leave them out, and pages that are
// missing are indexed again (`indexMissingPages`).

/** One row for each indexed page. */
export const searchPages = pgTable('search_pages', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  notion_page_id: text().notNull().unique(),
  kind: text().$type<IndexedPage['kind']>().notNull(),
  /** The digest of the published page, to find pages that were published without their index. */
  digest: text().notNull(),
  /** The version of the indexer; a newer one indexes the page again. */
  indexer: integer().notNull(),
})

/** The pieces of a page that a search finds. */
export const searchDocuments = pgTable(
  'search_documents',
  {
    page_id: integer().notNull(),
    part: integer().notNull(),
    kind: text().$type<SearchKind>().notNull(),
    /** Plain text, to cut snippets from. */
    body: text().notNull(),
    /** For a transcript: where each caption begins in the body and in the video. */
    cues: jsonb().$type<CueStart[]>(),
  },
  (document) => [
    primaryKey({ columns: [document.page_id, document.part] }),
    foreignKey({ columns: [document.page_id], foreignColumns: [searchPages.id], name: 'search_documents_page' }).onDelete('cascade'),
  ],
)

/** Every word of the index, in lower case, with its stem. Words are never deleted. */
export const searchWords = pgTable(
  'search_words',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    word: text().notNull(),
    stem: text().notNull(),
  },
  // text_pattern_ops compares bytes, so that a prefix is a range in every collation. The index for similar words is in the migration.
  (words) => [uniqueIndex('search_words_word').on(words.word.op('text_pattern_ops')), index('search_words_stem').on(words.stem)],
)

/** Which words stand in which documents. The key has every column, so that a search reads the index alone. */
export const searchPostings = pgTable(
  'search_postings',
  {
    word_id: integer().notNull(),
    page_id: integer().notNull(),
    part: integer().notNull(),
    /** The document is the title of the page, which also accounts find that may not open the page. */
    title_only: boolean().notNull(),
    /** How much the word says about the document, without how rare the word is. */
    weight: real().notNull(),
  },
  (posting) => [
    primaryKey({ columns: [posting.word_id, posting.page_id, posting.part, posting.title_only, posting.weight] }),
    index('search_postings_titles').on(posting.word_id).where(sql`${posting.title_only}`),
    index('search_postings_page').on(posting.page_id),
    foreignKey({ columns: [posting.page_id], foreignColumns: [searchPages.id], name: 'search_postings_page' }).onDelete('cascade'),
  ],
)
