import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/**
 * The seats of purchases for others to which the buyer invited an address, or which a member claimed. A free seat has no row. A seat that
 * its holder leaves, or that its owner takes back, is deleted; the audit log says so.
 */
export const seats = pgTable(
  'seats',
  {
    id: uuid().primaryKey(),
    purchase_id: text().notNull(),
    /** Who claimed it; null before, and after its holder left it or was erased when it had started: then it is used up. */
    account_id: uuid(),
    /** The invited address, in lower case; null once it is claimed. */
    email: text(),
    /** The hash of the code in the invitation, which is made when the mail leaves. */
    code_hash: text().unique(),
    created_at: timestampMs().notNull().defaultNow(),
    claimed_at: timestampMs(),
    /** When its holder first opened paid content with it. A started seat is not moved, and a refund closes it last. */
    started_at: timestampMs(),
  },
  (seat) => [
    index('seats_purchase').on(seat.purchase_id),
    index('seats_account').on(seat.account_id).where(sql`${seat.account_id} is not null`),
  ],
)

/** The link by which a team claims seats of a purchase: at most one. */
export const seatLinks = pgTable(
  'seat_links',
  {
    purchase_id: text().primaryKey(),
    /** Who made it: the owner of the purchase. */
    account_id: uuid().notNull(),
    /** A renewed link has another one. */
    code_hash: text().notNull().unique(),
    /** The part behind the @ of the addresses that may use it, in lower case. */
    domain: text().notNull(),
    expires_at: timestampMs().notNull(),
  },
  (link) => [index('seat_links_account').on(link.account_id)],
)

/** The owners that the administrator named for seats whose buyer was erased. All other seats belong to the buyer of their purchase. */
export const seatOwners = pgTable(
  'seat_owners',
  {
    purchase_id: text().primaryKey(),
    account_id: uuid().notNull(),
    named_at: timestampMs().notNull().defaultNow(),
  },
  (owner) => [index('seat_owners_account').on(owner.account_id)],
)
