import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** What the holder of a certificate said when asked for a review of the course: one row for each certificate. */
export const courseReviews = pgTable(
  'course_reviews',
  {
    account_id: uuid().notNull(),
    /** The public id of the course. */
    course_id: text().notNull(),
    /** Null: the holder wants to write none, or withdrew it. */
    text: text(),
    /** Whether visitors may see the name on the certificate. */
    with_name: boolean().notNull(),
    written_at: timestampMs().notNull().defaultNow(),
    /** When the administrator approved this text; null: not yet. */
    approved_at: timestampMs(),
  },
  (review) => [
    primaryKey({ columns: [review.account_id, review.course_id] }),
    index('course_reviews_approved').on(review.approved_at).where(sql`approved_at is not null`),
    index('course_reviews_written').on(review.written_at).where(sql`text is not null`),
  ],
)
