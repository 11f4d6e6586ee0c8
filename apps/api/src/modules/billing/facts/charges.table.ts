import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'
import type { DisputeOutcome } from './purchases.table.ts'
import { originColumns } from './stripe-origin.ts'

/**
 * - `studio_month`: a month of the Studio, charged by its subscription
 * - `outside`: money that the customer paid outside the academy's checkout, such as over a payment link or a manual invoice; it opens nothing
 */
type ChargeKind = 'studio_month' | 'outside'

/**
 * Money that a customer paid for anything but a purchase: one row for each charge that succeeded, and for each invoice that was marked as
 * paid outside Stripe.
 */
export const charges = pgTable(
  'charges',
  {
    /** The charge's id at Stripe; without a charge, the id of the invoice that was paid outside Stripe. */
    id: text().primaryKey(),
    account_id: uuid().notNull(),
    customer_id: text().notNull(),
    kind: text().$type<ChargeKind>().notNull(),
    /** The subscription whose invoice was paid; null for other money. */
    subscription_id: text(),
    /** Null where the charge paid no invoice. */
    invoice_id: text(),
    /** Null without a charge, and for those of an earlier version until the next sync of their customer. */
    payment_intent_id: text(),
    /** As the admin described it at Stripe. */
    description: text(),
    /** In the currency's smallest unit, like the refunded amount. In some currencies that exceeds an integer. */
    amount: bigint({ mode: 'number' }).notNull(),
    /** Three letters in lower case; outside the checkout any currency is possible. */
    currency: text().notNull(),
    paid_at: timestampMs().notNull(),
    /** The code that the buyer redeemed in the checkout of the first month; null for later ones. */
    coupon: text(),
    /** The country of the payment method's address, in two letters. */
    country: text(),
    /** Whether a renewal was paid after an attempt that failed. */
    recovered: boolean().notNull().default(false),
    refunded_amount: bigint({ mode: 'number' }).notNull().default(0),
    /** Null unless the whole amount was refunded. */
    refunded_at: timestampMs(),
    dispute_status: text().$type<DisputeOutcome>(),
    /** When the dispute was opened. */
    dispute_at: timestampMs(),
    ...originColumns(),
    synced_at: timestampMs().notNull(),
  },
  (charge) => [
    index('charges_account').on(charge.account_id, charge.paid_at),
    index('charges_payment_intent').on(charge.payment_intent_id).concurrently(),
    index('charges_invoice').on(charge.invoice_id).concurrently(),
    // The last month of each subscription.
    index('charges_subscription').on(charge.subscription_id, charge.paid_at).concurrently(),
    // The figures of a period.
    index('charges_paid').on(charge.paid_at).concurrently(),
    index('charges_recovered').on(charge.paid_at).where(sql`recovered`).concurrently(),
  ],
)
