import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/**
 * A Studio that a request cancels.
 * - `id`: of the subscription at Stripe
 * - `ends_at`: the end that the subscriber confirmed, as a time in ISO 8601
 * - `outcome`: `cancelled` for that end; `renewal_undone`: Stripe began a further period, which was refunded or voided; null: not done yet
 */
export type ConfirmedStudio = { id: string; ends_at: string | null; outcome: 'cancelled' | 'renewal_undone' | null }

/** Requests to cancel the Studio by a mailed link. Only the link of an account's newest request is valid. */
export const cancellations = pgTable(
  'cancellations',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    account_id: uuid().notNull(),
    /** The address that the link goes to. */
    email: text().notNull(),
    requested_at: timestampMs().notNull().defaultNow(),
    expires_at: timestampMs().notNull(),
    /** SHA-256 of the token in the link; null until the mail is sent. */
    token_hash: text().unique('cancellations_token'),
    /** When the user confirmed with the link, which works once. */
    confirmed_at: timestampMs(),
    /** When the newest attempt at Stripe began. */
    attempted_at: timestampMs(),
    /** The Studios that ran when the user confirmed; null before that. */
    studios: jsonb().$type<ConfirmedStudio[]>(),
    /** Why the newest attempt failed; null: none failed since. */
    error: text(),
    /** When the cancellation was complete at Stripe, with all refunds; null: not yet. */
    cancelled_at: timestampMs(),
    /** When the subscription ends: the end that the user saw until the cancellation is complete, then the one that Stripe confirmed. */
    ends_at: timestampMs(),
    /** Whether Stripe began a further period after the confirmation, which was refunded or voided. */
    is_renewal_undone: boolean().notNull().default(false),
  },
  (cancellation) => [
    index('cancellations_account').on(cancellation.account_id, cancellation.requested_at),
    index('cancellations_unconfirmed').on(cancellation.requested_at).concurrently().where(sql`${cancellation.confirmed_at} is null`),
    index('cancellations_due')
      .on(cancellation.confirmed_at)
      .where(sql`${cancellation.confirmed_at} is not null and ${cancellation.cancelled_at} is null`),
  ],
)
