import {
  COURSES,
  type Currency,
  FIRST_COURSE,
  formatAmount,
  GUARANTEE_DAYS,
  type GuaranteeState,
  isCourseId,
  NEXT_STEPS,
  type NextStepPage,
  OFFERS,
  type OfferName,
} from '@academy/catalog'
import type { MailContent } from '@academy/contract/mail-layout'
import type { Config } from '../../../config.ts'
import { type ComposedMail, composeMail } from '../../../mail/compose-mail.ts'
import type { AccessConsent } from '../facts/access-consents.store.ts'
import { formatLongDay, formatLongMinute } from '../facts/format-dates.ts'

export type Welcome = {
  offer: OfferName
  currency: Currency
  email: string
  /** The page of the receipt at Stripe; null where nothing was charged. */
  receiptUrl: string | null
  /** When the free months of the bundle's Studio end; null for other purchases. */
  freeUntil: Date | null
  /** The guarantee of the purchase; undefined for an offer without one. */
  guarantee: GuaranteeState | undefined
  /** The recorded consent to immediate access; undefined without one. */
  consent: Pick<AccessConsent, 'text' | 'consented_at'> | undefined
}

type Notes = NonNullable<MailContent['notes']>
type Academy = Pick<Config, 'webOrigin' | 'masterCourseId' | 'slack' | 'academyName' | 'stripe'>

const urlOf = ({ webOrigin, masterCourseId }: Academy, page: NextStepPage, offer: OfferName): string => {
  const paths: Record<NextStepPage, string> = {
    // The list of courses leads to the others.
    course: OFFERS[offer].unlocks === FIRST_COURSE ? `/courses/${encodeURIComponent(masterCourseId)}` : '/courses',
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
  if (offer === 'studio')
    return `Your Studio costs ${monthly}, less any discount, and renews until you cancel it in Settings, under Pricing & Plans.`
  if (freeUntil === null) return undefined
  return `The Studio is free until ${formatLongDay(freeUntil)}. Then it costs ${monthly}, unless you cancel it first in Settings, under Pricing & Plans.`
}

/** Confirms the consent to immediate access, as Article 8(7) of Directive 2011/83/EU requires it. Nothing without a consent. */
function confirmationOf({ consent }: Welcome, { stripe }: Academy): Notes {
  if (consent === undefined) return []
  const withdrawal = stripe?.legalPages.withdrawal
  return [
    { text: `You asked for immediate access on ${formatLongMinute(consent.consented_at)} and accepted: “${consent.text}”` },
    ...(withdrawal === undefined ? [] : [{ text: 'Information on the right of withdrawal', href: withdrawal }]),
  ]
}

/** Says whether the purchase can be refunded under the guarantee. Nothing where no money was paid, and for a Studio alone. */
function guaranteeNotes({ guarantee }: Welcome): Notes {
  const texts: Partial<Record<GuaranteeState, string>> = {
    open: `You can get your money back in Settings within ${GUARANTEE_DAYS} days of buying, as long as you haven't started the course. The guarantee is once per person.`,
    started: 'This purchase has no money-back guarantee, because you have started the course.',
    used: 'This purchase has no money-back guarantee: it is once per person, and was used before with your account or your card or bank account.',
  }
  const text = guarantee && texts[guarantee]
  return text === undefined ? [] : [{ text }]
}

/** Composes the mail that welcomes a buyer. */
export function composeWelcome(welcome: Welcome, academy: Academy): ComposedMail {
  const { offer, email, receiptUrl } = welcome
  const renewal = renewalOf(welcome)
  return composeMail(email, {
    heading: `Welcome to ${isCourseId(offer) ? COURSES[offer].inText : `the ${OFFERS[offer].title}`}`,
    paragraphs: [`Thank you for your purchase. Sign in as ${email} to use it. Your first steps:`],
    steps: NEXT_STEPS[offer]
      .filter(({ page }) => isOffered(academy, page))
      .map(({ page, label, text }) => ({ label, text, href: urlOf(academy, page, offer) })),
    notes: [
      ...(receiptUrl === null ? [] : [{ text: 'Your receipt', href: receiptUrl }]),
      ...(renewal === undefined ? [] : [{ text: renewal }]),
      ...guaranteeNotes(welcome),
      ...confirmationOf(welcome, academy),
    ],
    academyName: academy.academyName,
  })
}
