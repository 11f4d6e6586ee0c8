import type { CourseId } from '@academy/catalog'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** Who waits for a course to open. A row is deleted after its mail at the opening; one that was not confirmed, after some days. */
export const waitingList = pgTable(
  'waiting_list',
  {
    /** In the links of its mails, and their key in the outbox. */
    id: uuid().primaryKey(),
    product: text().$type<CourseId>().notNull(),
    /** In lower case. */
    email: text().notNull(),
    /** The account with this address; null for a visitor. */
    account_id: uuid(),
    requested_at: timestampMs().notNull().defaultNow(),
    /** When the reader of the mailbox confirmed it; null: not yet. */
    confirmed_at: timestampMs(),
    /** When the mail at the opening was queued; null: not yet. */
    queued_at: timestampMs(),
    /** When it is deleted at the latest. */
    delete_at: timestampMs().notNull(),
  },
  (place) => [
    uniqueIndex('waiting_list_place').on(place.email, place.product),
    index('waiting_list_account').on(place.account_id),
    index('waiting_list_ended').on(place.delete_at),
    index('waiting_list_confirmed').on(place.product).where(sql`${place.confirmed_at} is not null and ${place.queued_at} is null`),
  ],
)
