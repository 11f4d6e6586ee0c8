import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'
import { originColumns } from './stripe-origin.ts'

/** The Stripe customer of an account. It is created before the first checkout, so that no payment is matched by email. */
export const billingCustomers = pgTable('billing_customers', {
  account_id: uuid().primaryKey(),
  customer_id: text().notNull().unique(),
  created_at: timestampMs().notNull().defaultNow(),
  /** When its first checkout completed, or its first Studio was found; the context shows no customer before that. */
  checkout_completed_at: timestampMs(),
  /** When everything that Stripe knew of the customer was last recorded. */
  synced_at: timestampMs(),
  ...originColumns(),
})

/** Customers that were deleted at Stripe. Their purchases stay valid, and a late refund must still find its account. */
export const formerCustomers = pgTable(
  'former_customers',
  {
    customer_id: text().primaryKey(),
    account_id: uuid().notNull(),
    deleted_at: timestampMs().notNull(),
    synced_at: timestampMs(),
    ...originColumns(),
  },
  (customer) => [index('former_customers_account').on(customer.account_id)],
)
