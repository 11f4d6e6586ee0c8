import { type MailContent, mailHtml, mailText } from '@academy/contract/mail-layout'
import type { OutgoingMail } from './transport.ts'

/** A mail without the id that the outbox gives it. */
export type ComposedMail = Omit<OutgoingMail, 'id'>

/** Composes a mail whose subject is its heading. */
export function composeMail(to: string, content: Omit<MailContent, 'subject'>): ComposedMail {
  return { to, subject: content.heading, text: mailText(content), html: mailHtml(content) }
}
