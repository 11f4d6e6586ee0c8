import type { PromptOrigin } from '@academy/contract'
import { PROMPT_FIELDS, promptFields } from '@academy/contract/prompt-fields'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

const lengths = promptFields.map((field) => (PROMPT_FIELDS[field].optional ? `coalesce(length(${field}), 0)` : `length(${field})`))

/** What people keep under My Prompts. Rows stay when a subscription ends, and are there again when it returns (D-61). */
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
    /** Null for a prompt that was not saved from one of the academy. */
    origin: jsonb().$type<PromptOrigin>(),
    created_at: timestampMs().notNull().defaultNow(),
    /** Never the same twice for one prompt: it is its version. */
    updated_at: timestampMs().notNull().defaultNow(),
    /** Characters in all its texts, so that those of an account can be added up without reading them. */
    size: integer()
      .notNull()
      .generatedAlwaysAs(sql.raw(lengths.join(' + '))),
  },
  (prompt) => [
    // As the list asks for them: an index whose nulls stand at the other end would not serve its order.
    index('prompts_newest').on(prompt.account_id, prompt.created_at.desc().nullsFirst(), prompt.id.desc().nullsFirst()),
  ],
)

/**
 * What prompts were before their changes. Triggers of `prompts` write and delete them (migration 0025), so that no change is without its
 * version.
 */
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
    size: integer()
      .notNull()
      .generatedAlwaysAs(sql.raw(lengths.join(' + '))),
  },
  (version) => [
    index('prompt_versions_newest').on(version.prompt_id, version.saved_at),
    index('prompt_versions_account').on(version.account_id, version.saved_at),
  ],
)
