import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** One row for each course that an account completed. The texts are of that day, so that later changes of the course change nothing. */
export const certificates = pgTable(
  'certificates',
  {
    /** The public address: 128 random bits. */
    id: text().primaryKey(),
    account_id: uuid().notNull(),
    /** The public id of the course. */
    course_id: text().notNull(),
    name: text().notNull(),
    course_title: text().notNull(),
    /** The sum of the times that the tutorials take; 0 if the course states none. */
    minutes: integer().notNull(),
    /** By the clock of the database, because the client's clock may be set to any day. */
    completed_at: timestampMs().notNull().defaultNow(),
    hidden_at: timestampMs(),
    revoked_at: timestampMs(),
    revoke_reason: text(),
  },
  (certificate) => [unique('certificates_account_course').on(certificate.account_id, certificate.course_id)],
)
