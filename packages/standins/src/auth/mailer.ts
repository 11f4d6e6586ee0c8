import { createTransport } from 'nodemailer'
import type { Mail } from './mails.ts'

export type Mailer = { send(to: string, mail: Mail): Promise<void>; close(): void }

/** Sends by SMTP, as the provider does when it is given a mail server of one's own. */
export const createMailer = (smtpPort: number): Mailer => {
  const transport = createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    ignoreTLS: true,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
  })
  return {
    send: async (to, mail) => {
      await transport.sendMail({ from: '"Vibe Coding Academy" <hello@academy.test>', to, ...mail })
    },
    close: () => transport.close(),
  }
}
