import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/** What Stripe took of each payment, as its balance transactions say: for the figures alone. */
export const stripeFees = pgTable(
  'stripe_fees',
  {
    charge_id: text().primaryKey(),
    /** In the smallest unit of `currency`, in which Stripe settles the payment; it can differ from the currency of the payment. */
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    /** When the balance changed, by Stripe's clock. */
    created: timestampMs().notNull(),
  },
  (fee) => [index('stripe_fees_newest').on(fee.created)],
)
