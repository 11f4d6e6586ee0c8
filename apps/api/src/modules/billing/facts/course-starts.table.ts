import type { CourseId } from '@academy/catalog'
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/**
 * When an account was first served paid content of a course: one row for each account and course. It ends the guarantee of that course
 * (decision 032).
 */
export const courseStarts = pgTable(
  'course_starts',
  {
    account_id: uuid().notNull(),
    started_at: timestampMs().notNull().defaultNow(),
    /** What was served: the public id of a tutorial, `sessions/<id>/checkpoint` or `sessions/<id>/checks`. */
    tutorial_id: text().notNull(),
    product: text().$type<CourseId>().notNull().default('master_course'),
  },
  (start) => [primaryKey({ columns: [start.account_id, start.product] })],
)
