import type { Currency, SoldOffer } from '@academy/catalog'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../../database/timestamp-ms.ts'
import type { MailState } from '../../../mail/mails.table.ts'
import { originColumns } from './stripe-origin.ts'

/**
 * - `open`: can still be paid
 * - `settling`: completed; its payment (a bank debit) is processing
 * - `paid`, `failed`, `expired`: over
 */
export type CheckoutStatus = 'open' | 'settling' | 'paid' | 'failed' | 'expired'

/**
 * `queued`: the outbox has the mail (`mails`). The other states are those that the version before the outbox stored: `sending` and `failed`
 * until the outbox takes the mail over, and the final ones of older mails.
 */
type WelcomeMail = 'queued' | MailState

/** The kind of the welcome mails in the outbox. */
export const WELCOME = 'welcome'

/** Checkouts of the academy. While one is open or settling, its account can buy nothing else and the context syncs it with Stripe. */
export const checkouts = pgTable(
  'checkouts',
  {
    session_id: text().primaryKey(),
    account_id: uuid().notNull(),
    customer_id: text().notNull(),
    offer: text().$type<SoldOffer>().notNull(),
    currency: text().$type<Currency>().notNull(),
    status: text().$type<CheckoutStatus>().notNull(),
    /** The URL of its page while it is open. */
    url: text(),
    created_at: timestampMs().notNull(),
    expires_at: timestampMs().notNull(),
    /** When the checkout became paid, failed or expired; null while it is open or settling. */
    settled_at: timestampMs(),
    /** The seats for others; 0: for oneself. */
    seats: integer().notNull().default(0),
    /** The buyer's consent to immediate access (`access_consents`); null where the seller requires none. */
    access_consent_id: uuid(),
    /** What an operator must resolve, such as a second payment; null if nothing. */
    problem: text(),
    /** The state of the buyer's welcome mail; null: not queued yet. */
    welcome_mail: text().$type<WelcomeMail>(),
    /** When it got that state, and after how many attempts; not changed by the outbox. */
    welcome_mail_at: timestampMs(),
    welcome_mail_attempts: integer().notNull().default(0),
    ...originColumns(),
    synced_at: timestampMs().notNull(),
  },
  (checkout) => [
    index('checkouts_account').on(checkout.account_id),
    index('checkouts_unsettled').on(checkout.account_id).where(sql`${checkout.status} in ('open', 'settling')`),
    index('checkouts_to_welcome')
      .on(checkout.settled_at)
      .concurrently()
      .where(sql`${checkout.status} = 'paid' and ${checkout.welcome_mail} is distinct from 'sent'`),
    index('checkouts_problems').on(checkout.created_at).where(sql`${checkout.problem} is not null`),
  ],
)
