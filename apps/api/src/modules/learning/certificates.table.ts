import type { CourseId } from '@academy/catalog'
import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** One row for each course that an account completed. Its texts are those of that day: later changes of the course do not affect it. */
export const certificates = pgTable(
  'certificates',
  {
    /** The last part of the public URL: 128 random bits. */
    id: text().primaryKey(),
    account_id: uuid().notNull(),
    /** The public id of the course. */
    course_id: text().notNull(),
    product: text().$type<CourseId>().notNull().default('master_course'),
    /** The full name of the holder. */
    name: text().notNull(),
    course_title: text().notNull(),
    /** The total duration of the tutorials; 0 if they state none. */
    minutes: integer().notNull(),
    /** By the clock of the database, because the client's clock may be set to any day. */
    completed_at: timestampMs().notNull().defaultNow(),
    /** When the holder hid it from the public; null: it is visible. */
    hidden_at: timestampMs(),
    revoked_at: timestampMs(),
    revoke_reason: text(),
  },
  (certificate) => [unique('certificates_account_course').on(certificate.account_id, certificate.course_id)],
)
