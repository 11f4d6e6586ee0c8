import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** What an account last reported of its own project, one row for each session: nothing of the project itself. Sessions are named by their public id. */
export const checkResults = pgTable(
  'check_results',
  {
    account_id: uuid().notNull(),
    session_id: text().notNull(),
    /** Identifies the checks. */
    digest: text().notNull(),
    /** Whether each check passed, in their order. */
    passed: jsonb().$type<boolean[]>().notNull(),
    /** By the clock of the learner's machine, but never in the future. */
    checked_at: timestampMs().notNull(),
    /** When all checks passed for the first time; null if they never did. */
    passed_at: timestampMs(),
  },
  (results) => [primaryKey({ columns: [results.account_id, results.session_id] })],
)
