import { sql } from 'drizzle-orm'
import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/** What the buyer of a gift wrote. The row is stored before its checkout; one that is never paid is deleted. */
export const gifts = pgTable(
  'gifts',
  {
    /** Named in the metadata of the checkout, and by its purchase. */
    id: uuid().primaryKey(),
    /** The buyer. */
    account_id: uuid().notNull(),
    /** The recipient's address, in lower case; null once its account, or that of the buyer after the delivery, was erased. */
    email: text(),
    message: text(),
    /** The day of the delivery, in UTC. */
    deliver_on: date().notNull(),
    /** When the buyer wrote it. */
    created_at: timestampMs().notNull().defaultNow(),
    /** When its mail was queued, on its day; null before, and after the buyer changed it. */
    queued_at: timestampMs(),
    /** When the buyer was reminded of the unclaimed gift, or it was too late for that. */
    reminded_at: timestampMs(),
  },
  (gift) => [
    index('gifts_account').on(gift.account_id),
    index('gifts_email').on(gift.email),
    index('gifts_to_deliver').on(gift.deliver_on).where(sql`${gift.queued_at} is null`),
    index('gifts_to_remind').on(gift.deliver_on).where(sql`${gift.queued_at} is not null and ${gift.reminded_at} is null`),
  ],
)
