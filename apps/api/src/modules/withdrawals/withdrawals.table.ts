import type { OfferName } from '@academy/catalog'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** Statements of withdrawal as they were received. Erasing the account sets the texts to null, of open ones when they are settled. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    /** Chosen by the client, so that a repeated request creates no second statement. */
    id: uuid().primaryKey(),
    /** The account with the email address; null if no account has it, or more than one. */
    account_id: uuid(),
    name: text(),
    email: text(),
    offer: text().$type<OfferName>().notNull(),
    order_number: text(),
    remark: text(),
    received_at: timestampMs().notNull().defaultNow(),
    /** When the administrator settled it; null: it is open. */
    settled_at: timestampMs(),
    settled_by: text(),
    settled_note: text(),
  },
  (withdrawal) => [
    index('withdrawals_account').on(withdrawal.account_id),
    index('withdrawals_email').on(sql`lower(${withdrawal.email})`, withdrawal.received_at),
    index('withdrawals_received').on(withdrawal.received_at).concurrently(),
    // The order of the administrator's list.
    index('withdrawals_settled').on(withdrawal.settled_at.desc().nullsFirst()).concurrently(),
  ],
)
