import type { MailingKind } from '@academy/contract/mailing-kinds'
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestampMs } from '../../database/timestamp-ms.ts'

/** Each consent to mails of a kind, with its end. A user who consents again has a second row, so that the rows prove both. */
export const mailConsents = pgTable(
  'mail_consents',
  {
    id: uuid().primaryKey().defaultRandom(),
    account_id: uuid().notNull(),
    kind: text().$type<MailingKind>().notNull(),
    given_at: timestampMs().notNull(),
    given_via: text().$type<'settings' | 'purchase'>().notNull(),
    /** Null while the consent lasts. */
    withdrawn_at: timestampMs(),
    /** `link`: the page that mails lead to; `one_click`: a mailbox, by RFC 8058; `unknown_address`: the mail server knows no such mailbox. */
    withdrawn_via: text().$type<'settings' | 'link' | 'one_click' | 'unknown_address'>(),
    /** Of the browser in which the user consented; null if it named none that is known. */
    time_zone: text(),
    /** When to decide next whether a mail is due. */
    next_look_at: timestampMs().notNull(),
  },
  (consent) => [
    uniqueIndex('mail_consents_open').on(consent.account_id, consent.kind).where(sql`${consent.withdrawn_at} is null`),
    index('mail_consents_account').on(consent.account_id),
    index('mail_consents_due').on(consent.next_look_at).where(sql`${consent.withdrawn_at} is null`),
  ],
)

/** The mails by consent that were queued, each once for its account, kind and occasion. The outbox says which were sent. */
export const mailings = pgTable(
  'mailings',
  {
    account_id: uuid().notNull(),
    kind: text().$type<MailingKind>().notNull(),
    /** What the mail is about, such as a session or a month. */
    occasion: text().notNull(),
    /** The key of the mail in the outbox, which so holds no id of an account. */
    id: uuid().notNull().unique().defaultRandom(),
    /** When it was queued, and once it leaves, when it was last sent. */
    queued_at: timestampMs().notNull(),
  },
  (mailing) => [primaryKey({ columns: [mailing.account_id, mailing.kind, mailing.occasion] })],
)
