import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/**
 * Prompts of the academy that accounts copied, or loaded in a coding tool, in the last 90 days, once for each tutorial and resource, so that the owner sees which ones are
 * used. The owner sees only those that several accounts copied.
 */
export const copiedPrompts = pgTable(
  'copied_prompts',
  {
    account_id: uuid().notNull(),
    kind: text({ enum: ['library', 'tutorial'] }).notNull(),
    /** The public id of the resource or tutorial. */
    source_id: text().notNull(),
    /** When the account last copied a prompt of it. */
    copied_at: timestampMs().notNull().defaultNow(),
  },
  (copy) => [primaryKey({ columns: [copy.account_id, copy.kind, copy.source_id] }), index('copied_prompts_expiry').on(copy.copied_at)],
)
