import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** When an account was first served paid content of the course: one row for each account that was. It ends the guarantee (decision 032). */
export const courseStarts = pgTable('course_starts', {
  account_id: uuid().primaryKey(),
  started_at: timestampMs().notNull().defaultNow(),
  /** The public id of the tutorial that was served. */
  tutorial_id: text().notNull(),
})
