import { createTransport } from 'nodemailer'
import { composeMail, type MailData, type MailKind, type MailTemplates } from './mail-templates.ts'

export type Mailer = { send(to: string, kind: MailKind, data: MailData): Promise<void>; close(): void }

type MailerOptions = { smtpPort: number; siteUrl: string; templates: MailTemplates; timeoutMs: number }

/** Sends mails by SMTP. As at the provider, they have only an HTML body. */
export const createMailer = ({ smtpPort, siteUrl, templates, timeoutMs }: MailerOptions): Mailer => {
  const transport = createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    ignoreTLS: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  return {
    send: async (to, kind, data) => {
      const mail = await composeMail(templates, siteUrl, kind, { SiteURL: siteUrl, ...data })
      await transport.sendMail({ from: '"Vibe Coding Academy" <hello@academy.test>', to, ...mail })
    },
    close: () => transport.close(),
  }
}
