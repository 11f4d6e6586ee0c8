import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../plugins/moment.ts'

/** Customers whose last look at Stripe failed, whoever asked for it. A look that goes through takes its row away. */
export const failedLooks = pgTable(
  'failed_looks',
  {
    customer_id: text().primaryKey(),
    /** Null: nobody here pays as this customer. */
    account_id: uuid(),
    first_failed_at: moment().notNull().defaultNow(),
    last_failed_at: moment().notNull().defaultNow(),
    /** Whether Stripe answered, and the customer turned out to be nobody's. */
    unmatched: boolean().notNull().default(false),
    error: text().notNull(),
    /** From when on reconciling looks again; null: not by itself any more. */
    next_look_at: moment().defaultNow(),
    /** When an operator said that the customer is none of the academy's. The row stays, so that this is remembered. */
    dismissed_at: moment(),
  },
  (look) => [index('failed_looks_due').on(look.next_look_at)],
)
