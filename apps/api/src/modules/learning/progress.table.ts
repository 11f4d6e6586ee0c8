import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/**
 * One row for each tutorial that an account opened. Times are of the client's clock, but never in the future. Tutorials are named by their
 * public id, which survives a moved Notion workspace (decision 002).
 */
export const tutorialProgress = pgTable(
  'tutorial_progress',
  {
    account_id: uuid().notNull(),
    tutorial_id: text().notNull(),
    started_at: timestampMs().notNull(),
    /** When it was last opened, marked or watched. */
    updated_at: timestampMs().notNull(),
    done: boolean().notNull().default(false),
    /** When it was last marked as done or not done; null if never. */
    done_changed_at: timestampMs(),
    /** The position at which the user left the video; null if it was never watched. */
    video_seconds: integer(),
    video_changed_at: timestampMs(),
    /** How many steps a coding tool has taught; null if none taught the tutorial. */
    step: integer(),
    /** The headings of the last finished steps, because a course may change under its learners. */
    step_headings: jsonb().$type<string[]>(),
    /** The coding tool, as it names itself. */
    step_program: text(),
    step_changed_at: timestampMs(),
  },
  (progress) => [primaryKey({ columns: [progress.account_id, progress.tutorial_id] })],
)
