import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/**
 * The seats of purchases for others that someone was invited to or claimed. A free seat has no row. A seat that its holder leaves, or that its
 * owner takes back, is deleted; the audit log says so.
 */
export const seats = pgTable(
  'seats',
  {
    id: uuid().primaryKey(),
    purchase_id: text().notNull(),
    /** Who claimed it; null: nobody yet. */
    account_id: uuid(),
    /** The invited address, in lower case; null once it is claimed. */
    email: text(),
    /** Finds the invitation by its code, which is derived from the API's signing key and the id; null once it is claimed. */
    code_hash: text().unique(),
    created_at: timestampMs().notNull().defaultNow(),
    claimed_at: timestampMs(),
    /** When its holder first opened paid content with it. A started seat is not moved, and a refund closes it last. */
    started_at: timestampMs(),
  },
  (seat) => [
    index('seats_purchase').on(seat.purchase_id),
    index('seats_account').on(seat.account_id).where(sql`${seat.account_id} is not null`),
    check('seats_are_invited_or_claimed', sql`num_nonnulls(${seat.account_id}, ${seat.claimed_at}) = 2 * num_nulls(${seat.email})`),
  ],
)

/** The link by which a team claims seats of a purchase: at most one. */
export const seatLinks = pgTable(
  'seat_links',
  {
    purchase_id: text().primaryKey(),
    /** Who made it: the owner of the purchase. */
    account_id: uuid().notNull(),
    /** Its code is derived from the API's signing key and this id. A renewed link has another one. */
    id: uuid().notNull(),
    code_hash: text().notNull().unique(),
    /** The part behind the @ of the addresses that may use it, in lower case. */
    domain: text().notNull(),
    expires_at: timestampMs().notNull(),
  },
  (link) => [index('seat_links_account').on(link.account_id)],
)
