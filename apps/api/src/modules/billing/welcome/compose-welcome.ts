import {
  COURSES,
  type Currency,
  FIRST_COURSE,
  formatAmount,
  GIFT_HOUR,
  GUARANTEE_DAYS,
  type GuaranteeState,
  giftDelivery,
  isCourseId,
  isGift,
  isStudioGift,
  NEXT_STEPS,
  type NextStepPage,
  OFFERS,
  type SoldOffer,
  soldPackage,
  soldTitle,
  unclaimedGiftRefund,
} from '@academy/catalog'
import type { MailContent } from '@academy/contract/mail-layout'
import type { Config } from '../../../config.ts'
import { type ComposedMail, composeMail } from '../../../mail/compose-mail.ts'
import type { AccessConsent } from '../facts/access-consents.store.ts'
import { formatLongDay, formatLongMinute } from '../facts/format-dates.ts'

export type Welcome = {
  offer: SoldOffer
  /** Bought for others; 0: for the buyer. */
  seats: number
  currency: Currency
  email: string
  /** Of a gift; undefined for other purchases. */
  gift?: { email: string | null; deliver_on: string } | undefined
  /** The page of the receipt at Stripe; null where nothing was charged. */
  receiptUrl: string | null
  /** When the free days of a Studio end, of the bundle or after a gift; null without any. */
  freeUntil: Date | null
  /** The guarantee of the purchase; undefined for an offer without one. */
  guarantee: GuaranteeState | undefined
  /** The recorded consent to immediate access; undefined without one. */
  consent: Pick<AccessConsent, 'text' | 'consented_at'> | undefined
}

type Notes = NonNullable<MailContent['notes']>
type Academy = Pick<Config, 'webOrigin' | 'masterCourseId' | 'slack' | 'academyName' | 'stripe'>

const urlOf = ({ webOrigin, masterCourseId }: Academy, page: NextStepPage, offer: SoldOffer): string => {
  const paths: Record<NextStepPage, string> = {
    // The list of courses leads to the others.
    course: soldPackage(offer) === FIRST_COURSE ? `/courses/${encodeURIComponent(masterCourseId)}` : '/courses',
    resources: '/resources',
    myPrompts: '/my-prompts',
    community: '/community',
    premiumSlack: '/premium-slack',
    settings: '/settings?tab=pricing',
  }
  return webOrigin + paths[page]
}

/** Returns whether the academy has the page of a step: the two Slack pages need an invitation link in the settings. */
const isOffered = ({ slack }: Academy, page: NextStepPage): boolean =>
  (page !== 'community' || slack.standardUrl !== undefined) && (page !== 'premiumSlack' || slack.premiumUrl !== undefined)

/** Returns what is charged later, and how to avoid it; undefined for a purchase after which nothing renews. */
function renewalOf({ offer, currency, freeUntil }: Welcome): string | undefined {
  const monthly = `${formatAmount(OFFERS.studio.amounts[currency], currency)} a month`
  if (offer === 'studio' && freeUntil === null)
    return `Your Studio costs ${monthly}, less any discount, and renews until you cancel it in Settings, under Pricing & Plans.`
  if (freeUntil === null) return undefined
  return `The Studio is free until ${formatLongDay(freeUntil)}. Then it costs ${monthly}, unless you cancel it first in Settings, under Pricing & Plans.`
}

/** Confirms the consent to immediate access, as Article 8(7) of Directive 2011/83/EU requires it. Nothing without a consent. */
function confirmationOf({ consent, seats, gift }: Welcome, { stripe }: Academy): Notes {
  if (consent === undefined) return []
  const asked = seats > 0 && !gift ? 'You asked for seats that members can claim at once' : 'You asked for immediate access'
  const withdrawal = stripe?.legalPages.withdrawal
  return [
    { text: `${asked} on ${formatLongMinute(consent.consented_at)} and accepted: “${consent.text}”` },
    ...(withdrawal === undefined ? [] : [{ text: 'Information on the right of withdrawal', href: withdrawal }]),
  ]
}

/** Says whether the purchase can be refunded under the guarantee. Nothing where no money was paid, and for a Studio alone. */
function guaranteeNotes({ guarantee, offer, seats, gift }: Welcome): Notes {
  if (gift)
    return [
      {
        text: `You can get your money back within ${GUARANTEE_DAYS} days of buying, as long as the recipient hasn't ${isStudioGift(offer) ? 'claimed it' : 'started the course'}, and from ${formatLongDay(unclaimedGiftRefund(gift.deliver_on))} on, if the gift is still unclaimed.`,
      },
    ]
  if (seats > 0)
    return [
      {
        text: `Within ${GUARANTEE_DAYS} days of buying you can get the share of each seat back that has not started, on the page of your team.`,
      },
    ]
  const texts: Partial<Record<GuaranteeState, string>> = {
    open: `You can get your money back in Settings within ${GUARANTEE_DAYS} days of buying, as long as you haven't started the course. The guarantee is once per person.`,
    started: 'This purchase has no money-back guarantee, because you have started the course.',
    used: 'This purchase has no money-back guarantee: it is once per person, and was used before with your account or your card or bank account.',
  }
  const text = guarantee && texts[guarantee]
  return text === undefined ? [] : [{ text }]
}

/** Returns what a buyer of seats reads: how to give them to members. They open nothing for the buyer. */
const forTeam = ({ offer, email, seats }: Welcome, { webOrigin }: Academy): Pick<MailContent, 'heading' | 'paragraphs' | 'steps'> => ({
  heading: `Your ${seats} seats of ${nameOf(offer)}`,
  paragraphs: [`Thank you for your purchase. Sign in as ${email} to invite your team. A seat is open as soon as a member claims it.`],
  steps: [
    {
      label: 'Invite your team',
      text: 'Paste the addresses of the members, or share a link for the addresses of your company.',
      href: `${webOrigin}/team`,
    },
  ],
})

/** Returns what the buyer of a gift reads: when it is delivered. It opens nothing for the buyer. */
function forGiver({ offer, email, gift }: Welcome, { webOrigin }: Academy): Pick<MailContent, 'heading' | 'paragraphs' | 'steps'> {
  const day = gift && `on ${formatLongDay(giftDelivery(gift.deliver_on))}, from ${GIFT_HOUR}:00 UTC`
  return {
    heading: `Your gift of ${nameOf(offer)}`,
    paragraphs: [
      `Thank you for your purchase. ${day ? `We send the gift${gift?.email ? ` to ${gift.email}` : ''} ${day}, without the price.` : 'Say for whom it is.'}`,
    ],
    steps: [
      {
        label: 'See your gift',
        text: `Sign in as ${email} to change address, day or message until the gift is claimed.`,
        href: `${webOrigin}/team`,
      },
    ],
  }
}

const nameOf = (offer: SoldOffer): string => (isCourseId(offer) ? COURSES[offer].inText : `the ${soldTitle(offer)}`)

const forBuyer = ({ offer, email }: Welcome, academy: Academy): Pick<MailContent, 'heading' | 'paragraphs' | 'steps'> => ({
  heading: `Welcome to ${nameOf(offer)}`,
  paragraphs: [`Thank you for your purchase. Sign in as ${email} to use it. Your first steps:`],
  steps: NEXT_STEPS[isStudioGift(offer) ? 'studio' : offer]
    .filter(({ page }) => isOffered(academy, page))
    .map(({ page, label, text }) => ({ label, text, href: urlOf(academy, page, offer) })),
})

function welcomeFor({ seats }: Welcome): typeof forBuyer {
  if (seats === 0) return forBuyer
  return isGift({ seats }) ? forGiver : forTeam
}

/** Composes the mail that welcomes a buyer. */
export function composeWelcome(welcome: Welcome, academy: Academy): ComposedMail {
  const { email, receiptUrl } = welcome
  const renewal = renewalOf(welcome)
  return composeMail(email, {
    ...welcomeFor(welcome)(welcome, academy),
    notes: [
      ...(receiptUrl === null ? [] : [{ text: 'Your receipt', href: receiptUrl }]),
      ...(renewal === undefined ? [] : [{ text: renewal }]),
      ...guaranteeNotes(welcome),
      ...confirmationOf(welcome, academy),
    ],
    academyName: academy.academyName,
  })
}
