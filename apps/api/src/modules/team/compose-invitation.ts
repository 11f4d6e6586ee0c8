import type { Config } from '../../config.ts'
import { type ComposedMail, composeMail } from '../../mail/compose-mail.ts'

type Invitation = { email: string; name: string; owner: string; code: string }

/** Composes the mail that invites a member to a seat. */
export function composeInvitation(
  { email, name, owner, code }: Invitation,
  academy: Pick<Config, 'webOrigin' | 'academyName'>,
): ComposedMail {
  return composeMail(email, {
    heading: `Your seat in the ${name}`,
    paragraphs: [
      `${owner} has a seat in the ${name} for you, which was bought for a team. It costs you nothing.`,
      'The button opens a page on which you sign in, or create an account, and claim the seat.',
    ],
    action: {
      label: 'Open your seat',
      href: `${academy.webOrigin}/seats/${code}`,
      lifetime: `${owner} can take the seat back until you start.`,
    },
    notes: [{ text: `${owner} sees your address, and whether you claimed the seat, started and finished the course: nothing else.` }],
    academyName: academy.academyName,
  })
}
