import { randomUUID } from 'node:crypto'
// The plugins declare what they add to the app; other packages need all of them to check the types of this file.
import type {} from '../app.ts'
import type { Config } from '../config.ts'
import { openMailer } from '../mail/transport.ts'

export { MailNotSent, UnknownDelivery } from '../mail/transport.ts'

const TEST_MAIL = 'The mail server of the academy accepts mails to this address.'

type MailSettings = { mail: NonNullable<Config['mail']>; academyName: string }

/** Connects to the mail server as the API does, and signs in. Sends no mail. Rejects with what failed. */
export async function tryMailServer(settings: MailSettings): Promise<void> {
  const mailer = openMailer(settings)
  try {
    await mailer.verify()
  } finally {
    mailer.close()
  }
}

/** Sends a test mail as the API sends its mails. Throws MailNotSent or UnknownDelivery. */
export async function sendTestMail(settings: MailSettings, to: string): Promise<void> {
  const mailer = openMailer(settings)
  try {
    await mailer.send({ to, subject: 'Test mail', text: TEST_MAIL, html: `<p>${TEST_MAIL}</p>`, id: `test.${randomUUID()}` })
  } finally {
    mailer.close()
  }
}
