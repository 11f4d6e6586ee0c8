import type { Config } from '../../config.ts'
import { type ComposedMail, composeMail } from '../../mail/compose-mail.ts'

type Academy = Pick<Config, 'webOrigin' | 'academyName'>

type Invitation = { email: string; name: string; owner: string; code: string }

/** Composes the mail that invites a member to a seat. */
export function composeInvitation({ email, name, owner, code }: Invitation, academy: Academy): ComposedMail {
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

type Gift = Omit<Invitation, 'owner'> & {
  /** The buyer's address; undefined if that account was erased. */
  buyer: string | undefined
  message: string
  /** The months of the Studio; undefined for a course. */
  months: number | undefined
}

/** Composes the mail of a gift: with the message, without the price. */
export function composeGift({ email, name, buyer, message, months, code }: Gift, academy: Academy): ComposedMail {
  const lines = message.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return composeMail(email, {
    heading: `A gift for you: the ${name}`,
    paragraphs: [
      `${buyer ?? 'A friend'} gives you the ${name}. It costs you nothing.`,
      ...(months === undefined ? [] : [`It ends by itself after ${months} months: you need no card, and nothing is charged.`]),
      ...(lines.length > 0 ? ['The message for you:', ...lines] : []),
      'The button opens a page on which you sign in, or create an account, and claim the gift.',
    ],
    action: {
      label: 'Open your gift',
      href: `${academy.webOrigin}/seats/${code}?gift`,
      lifetime: 'Claim it within a year: after that the person who gave it can take it back.',
    },
    notes: [{ text: 'The person who gave it sees whether you claimed it: nothing else.' }],
    academyName: academy.academyName,
  })
}

type Unclaimed = { email: string; name: string; recipient: string | null }

/** Composes the mail to the buyer of a gift that was not claimed for a year. */
export function composeUnclaimed({ email, name, recipient }: Unclaimed, academy: Academy): ComposedMail {
  return composeMail(email, {
    heading: 'Your gift is still unclaimed',
    paragraphs: [
      `${recipient ? `The gift for ${recipient}, the ${name},` : `Your gift, the ${name},`} has been waiting for a year.`,
      'You can have your money back now, or send the gift again, also to another person. As long as you do neither, it can be claimed.',
    ],
    action: { label: 'See your gift', href: `${academy.webOrigin}/team`, lifetime: 'There is no end date for this.' },
    academyName: academy.academyName,
  })
}
