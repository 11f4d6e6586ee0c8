import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/** When an account was first served paid content of the course: one row for each account that was. It ends the guarantee (decision 032). */
export const courseStarts = pgTable('course_starts', {
  account_id: uuid().primaryKey(),
  started_at: timestampMs().notNull().defaultNow(),
  /** What was served: the public id of a tutorial, `sessions/<id>/checkpoint` or `sessions/<id>/checks`. */
  tutorial_id: text().notNull(),
})
