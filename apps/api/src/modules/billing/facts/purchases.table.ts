import type { Currency, SeatOffer } from '@academy/catalog'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'
import { originColumns } from './stripe-origin.ts'

/**
 * - `open`: the bank demands the money or information
 * - `won`: the money stays
 * - `lost`: the money went back
 */
export type DisputeOutcome = 'open' | 'won' | 'lost'

/** The condition of a purchase that used the guarantee of its buyer, as the catalog decides it (`useOf`). */
export const IS_GUARANTEE_USE = sql`refund_requested_at is not null or dispute_status = 'lost'`

/** One-time purchases as Stripe last reported them: one row for each completed checkout of the course or the bundle. */
export const purchases = pgTable(
  'purchases',
  {
    /** The id of the checkout session. */
    id: text().primaryKey(),
    account_id: uuid().notNull(),
    customer_id: text().notNull(),
    offer: text().$type<SeatOffer>().notNull(),
    price_id: text().notNull(),
    currency: text().$type<Currency>().notNull(),
    /** The charged amount in cents, after promotion codes and with tax. */
    amount: integer().notNull(),
    paid_at: timestampMs().notNull(),
    /** Null where a promotion code left nothing to pay. */
    payment_intent_id: text(),
    charge_id: text(),
    /**
     * A digest of Stripe's fingerprint of the card or bank account, which is the same for the same number; null where Stripe gives none. Tells
     * whether its holder used the guarantee before, also with another account.
     */
    payment_fingerprint: text(),
    /** The code that the buyer redeemed, and the country of the buyer's address, in two letters. */
    coupon: text(),
    country: text(),
    /** In cents; a partial refund ends nothing. */
    refunded_amount: integer().notNull().default(0),
    /** Null unless the whole amount was refunded. */
    refunded_at: timestampMs(),
    dispute_status: text().$type<DisputeOutcome>(),
    /** When the dispute was opened. */
    dispute_at: timestampMs(),
    /** The bundle's Studio; null for the course alone. */
    subscription_id: text(),
    /** When an operator revoked it; the audit log says who and why. Only a purchase without money can be revoked. */
    revoked_at: timestampMs(),
    /**
     * When the buyer asked for the money back under the guarantee (decision 032). The next sync of the customer makes the refund. Null again if
     * Stripe refused or failed it; the audit log says why.
     */
    refund_requested_at: timestampMs(),
    /** The seats bought for others; 0: the buyer bought it for oneself. Seats open nothing for their buyer (decision 069). */
    seats: integer().notNull().default(0),
    /** The seats whose share the owner requested back under the guarantee, in total. The next sync of the customer makes the refund. */
    refund_seats: integer().notNull().default(0),
    /** What the buyer of a gift wrote (`gifts`); null for other purchases. A gift has one seat (decision 071). */
    gift_id: uuid(),
    ...originColumns(),
    synced_at: timestampMs().notNull(),
  },
  (purchase) => [
    index('purchases_account').on(purchase.account_id),
    // Stripe's emails about refunds and disputes name these.
    index('purchases_payment_intent').on(purchase.payment_intent_id),
    index('purchases_charge').on(purchase.charge_id),
    index('purchases_gift').on(purchase.gift_id).where(sql`${purchase.gift_id} is not null`).concurrently(),
    // Finds seats without an owner. Few purchases have seats.
    index('purchases_for_others').on(purchase.account_id).where(sql`${purchase.seats} > 0`).concurrently(),
    // Few purchases used it, so the index stays small.
    index('purchases_guarantee_uses').on(purchase.payment_fingerprint).where(IS_GUARANTEE_USE).concurrently(),
  ],
)
