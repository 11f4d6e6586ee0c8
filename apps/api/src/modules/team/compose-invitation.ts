import type { Config } from '../../config.ts'
import { type ComposedMail, composeMail } from '../../mail/compose-mail.ts'

type Invitation = { email: string; name: string; buyer: string; code: string }

/** Composes the mail that invites a member to a seat. */
export function composeInvitation(
  { email, name, buyer, code }: Invitation,
  academy: Pick<Config, 'webOrigin' | 'academyName'>,
): ComposedMail {
  return composeMail(email, {
    heading: `Your seat in the ${name}`,
    paragraphs: [
      `${buyer} bought the ${name} for a team, and has a seat for you. It costs you nothing.`,
      'The button opens a page on which you sign in, or create an account, and claim the seat.',
    ],
    action: {
      label: 'Open your seat',
      href: `${academy.webOrigin}/seats/${code}`,
      lifetime: 'The buyer can take the seat back until you start.',
    },
    notes: [{ text: 'The buyer sees your address, and whether you claimed the seat, started and finished the course: nothing else.' }],
    academyName: academy.academyName,
  })
}
