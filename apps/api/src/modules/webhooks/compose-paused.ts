import type { Config } from '../../config.ts'
import { type ComposedMail, composeMail } from '../../mail/compose-mail.ts'

type Paused = { url: string; status: number | null; failure: string | null }

/** Composes the mail that tells the administrator of a webhook that the academy paused. */
export function composePaused(
  { url, status, failure }: Paused,
  to: string,
  academy: Pick<Config, 'webOrigin' | 'academyName'>,
): ComposedMail {
  const response = [status === null ? undefined : `status ${status}`, failure].filter(Boolean).join(': ')
  return composeMail(to, {
    heading: 'A webhook is paused',
    paragraphs: [
      `Your program at ${url} did not accept an event. Its last response: ${response}`,
      'Nothing is lost: events wait for up to 30 days. Repair the program, then resume the webhook.',
    ],
    notes: [{ text: 'Open the webhooks', href: `${academy.webOrigin}/admin/webhooks` }],
    academyName: academy.academyName,
  })
}
