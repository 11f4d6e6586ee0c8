import type { SoldOffer } from '@academy/catalog'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'

/**
 * Consents of buyers to access before the withdrawal period ends (decision 048). The API stores a consent before it creates the
 * checkout at Stripe, and the checkout refers to it. A consent without a checkout belongs to a request that failed at Stripe.
 */
export const accessConsents = pgTable(
  'access_consents',
  {
    id: uuid().primaryKey(),
    account_id: uuid().notNull(),
    offer: text().$type<SoldOffer>().notNull(),
    text_version: text().notNull(),
    /** The text that the buyer saw. */
    text: text().notNull(),
    consented_at: timestampMs().notNull().defaultNow(),
  },
  (consent) => [index('access_consents_account').on(consent.account_id)],
)
