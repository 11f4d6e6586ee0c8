import type { PromptOrigin } from '@academy/contract'
import { PROMPT_FIELDS, promptFields } from '@academy/contract/prompt-fields'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

const lengths = promptFields.map((field) => (PROMPT_FIELDS[field].optional ? `coalesce(length(${field}), 0)` : `length(${field})`))

/** The prompts of My Prompts. They stay when a subscription ends, and are shown again when it is renewed. */
export const prompts = pgTable(
  'prompts',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    account_id: uuid().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    content: text().notNull(),
    code: text(),
    tags: text().array().notNull().default([]),
    favourite: boolean().notNull().default(false),
    /** Whether the members of the account's seats read it (decision 073). */
    team: boolean().notNull().default(false),
    /** The academy's prompt that it was saved from; null for a prompt of the user's own. */
    origin: jsonb().$type<PromptOrigin>(),
    created_at: timestampMs().notNull().defaultNow(),
    /** Also the version of the prompt, so each change sets a different time. */
    updated_at: timestampMs().notNull().defaultNow(),
    /** The length of all its texts, in characters, so that the database can sum up the lengths for an account without reading the texts. */
    size: integer()
      .notNull()
      .generatedAlwaysAs(sql.raw(lengths.join(' + '))),
  },
  (prompt) => [
    // The same order of nulls as in the list's query, which could not use the index otherwise.
    index('prompts_newest').on(prompt.account_id, prompt.created_at.desc().nullsFirst(), prompt.id.desc().nullsFirst()),
  ],
)

/** Earlier versions of prompts. Triggers of `prompts` write and delete them (migration 0025), so that every change stores a version. */
export const promptVersions = pgTable(
  'prompt_versions',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    prompt_id: uuid().notNull(),
    account_id: uuid().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    content: text().notNull(),
    code: text(),
    tags: text().array().notNull(),
    /** When this version was saved. */
    saved_at: timestampMs().notNull(),
    /** As in `prompts`. */
    size: integer()
      .notNull()
      .generatedAlwaysAs(sql.raw(lengths.join(' + '))),
  },
  (version) => [
    index('prompt_versions_newest').on(version.prompt_id, version.saved_at),
    index('prompt_versions_account').on(version.account_id, version.saved_at),
  ],
)
