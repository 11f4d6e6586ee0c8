import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/**
 * Votes on whether a prompt of the library worked: one row for each account and each version of the prompt's text. Resources are named by their
 * public id, which survives a moved Notion workspace (decision 002).
 */
export const promptVotes = pgTable(
  'prompt_votes',
  {
    account_id: uuid().notNull(),
    resource_id: text().notNull(),
    /** The hash of the text that the vote is about. */
    text_hash: text().notNull(),
    worked: boolean().notNull(),
    voted_at: timestampMs().notNull().defaultNow(),
  },
  (vote) => [
    primaryKey({ columns: [vote.account_id, vote.resource_id, vote.text_hash] }),
    index('prompt_votes_resource').on(vote.resource_id, vote.text_hash),
  ],
)
