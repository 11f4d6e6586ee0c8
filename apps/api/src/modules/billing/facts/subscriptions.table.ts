import { type InvoicePayment, OVER_STATUSES, type SubscriptionOffer } from '@academy/catalog'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'
import { originColumns } from './stripe-origin.ts'

/** Statuses of subscriptions that are over, or that never began. */
export const NOT_RUNNING: readonly string[] = [...OVER_STATUSES, 'incomplete']

/** Subscriptions to the Studio as Stripe last reported them, also those of bundles. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text().primaryKey(),
    account_id: uuid().notNull(),
    customer_id: text().notNull(),
    offer: text().$type<SubscriptionOffer>().notNull(),
    price_id: text().notNull(),
    /** Stripe's status: trialing, active, past_due, unpaid, paused, incomplete, incomplete_expired, canceled. */
    status: text().notNull(),
    started_at: timestampMs().notNull(),
    current_period_end: timestampMs(),
    /** The end of the last period that is paid or free. If a renewal failed, the current period is unpaid. */
    paid_until: timestampMs(),
    /** The payment state of its newest invoice. */
    payment: text().$type<InvoicePayment>().notNull().default('settled'),
    trial_end: timestampMs(),
    /** When it ends, if the subscriber cancelled it for the end of the period. */
    cancel_at: timestampMs(),
    canceled_at: timestampMs(),
    ended_at: timestampMs(),
    /** When an operator revoked it; the audit log says who and why. Only a subscription that cost nothing can be revoked. */
    revoked_at: timestampMs(),
    ...originColumns(),
    synced_at: timestampMs().notNull(),
  },
  (subscription) => [index('subscriptions_account').on(subscription.account_id)],
)
