import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/**
 * Searches of the last 90 days that found nothing, once for each account, so that the owner sees what the course lacks. The owner sees only the
 * words that several accounts searched for.
 */
export const missedSearches = pgTable(
  'missed_searches',
  {
    account_id: uuid().notNull(),
    /** As searches compare them (`foldText`). */
    words: text().notNull(),
    /** When the account last searched for them. */
    searched_at: timestampMs().notNull().defaultNow(),
  },
  (search) => [primaryKey({ columns: [search.account_id, search.words] }), index('missed_searches_expiry').on(search.searched_at)],
)
