import { COURSE_IDS, COURSES, type CourseId } from '#courses'
import type { Amounts } from './currencies.ts'
import { forCourses } from './for-courses.ts'
import type { Package } from './packages.ts'

type Offer = Readonly<{
  /** A one-time offer is paid once; a monthly one is charged again every month until cancelled. */
  kind: 'one_time' | 'monthly'
  /** The package that the payment unlocks. The Studio of the bundle is a subscription of its own. */
  unlocks: Package
  /** The field of a checkout request that names the offer, with its only value. */
  checkout: Readonly<Record<string, true | 1>>
  title: string
  /** One sentence that describes it. */
  summary: string
  /** What the buyer gets, in display order. */
  includes: readonly string[]
  /** The label of the button. */
  buyLabel: string
  /** Shown instead of the button to users who own it. */
  ownedLabel: string
  amounts: Amounts
  /** An earlier price, such as that before the launch; always shown as such. */
  oldAmounts?: Amounts
  /** The lower price for accounts whose Studio holds when they begin the checkout. */
  studioAmounts?: Amounts
  /** Free months of the Studio; after them it is charged every month. */
  freeStudioMonths: number
  /** The saving that the dashboard names. The specification's text for euro says less than the difference to the old price. */
  savings?: Amounts
}>

/** Whether a course costs subscribers of the Studio less; until then their discount is planned. */
const hasStudioPrice = COURSE_IDS.some((id) => 'studioAmounts' in COURSES[id])

/** What is sold beside the courses. */
const OTHER_OFFERS = {
  bundle: {
    kind: 'one_time',
    unlocks: 'master_course',
    checkout: { bundle: true },
    title: 'Launch bundle',
    summary: 'The Master Course plus 3 months of Studio, free.',
    includes: ['Everything in the Master Course', '3 months of the Studio, free'],
    buyLabel: 'Get the Bundle',
    ownedLabel: 'Course Already Purchased',
    amounts: { eur: 249_00, usd: 289_00 },
    oldAmounts: { eur: 499_00, usd: 499_00 },
    freeStudioMonths: 3,
    savings: { eur: 220_00, usd: 210_00 },
  },
  studio: {
    kind: 'monthly',
    unlocks: 'studio',
    checkout: { numberOfPlans: 1 },
    title: 'Vibe Coding Studio',
    summary: 'Prompts and answers while you build. Billed monthly.',
    includes: [
      'The Prompt Library',
      'My Prompts: save and reuse your own',
      'Priority support on Slack',
      'Early access to new releases (planned)',
      `Discounts on new courses${hasStudioPrice ? '' : ' (planned)'}`,
    ],
    buyLabel: 'Start Studio',
    ownedLabel: 'You have the Studio',
    amounts: { eur: 17_00, usd: 19_00 },
    oldAmounts: { eur: 25_00, usd: 29_00 },
    freeStudioMonths: 0,
  },
} as const satisfies Record<string, Offer>

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name

/** The flag of a course in a checkout request: its id in camel case. */
type CourseFlag<C extends CourseId> = { readonly [Flag in CamelCase<C>]: true }

type CourseRow<C extends CourseId> = (typeof COURSES)[C]

type CourseOffer<C extends CourseId> = Offer &
  Omit<CourseRow<C>, 'inText'> & { kind: 'one_time'; unlocks: C; checkout: CourseFlag<C>; freeStudioMonths: 0 }

function courseOffer<C extends CourseId>(id: C): CourseOffer<C> {
  const { inText, ...course }: CourseRow<C> = COURSES[id]
  const flag = id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return {
    kind: 'one_time',
    unlocks: id,
    checkout: { [flag]: true } as CourseFlag<C>,
    buyLabel: `Get ${inText}`,
    ownedLabel: 'Course Already Purchased',
    freeStudioMonths: 0,
    ...course,
  }
}

/**
 * What the academy sells, by the name under which it is bought and recorded. Checkout, prices at Stripe, access and
 * the pricing page all follow this table.
 */
export const OFFERS = {
  bundle: OTHER_OFFERS.bundle,
  ...(forCourses(courseOffer) as { [C in CourseId]: CourseOffer<C> }),
  studio: OTHER_OFFERS.studio,
}

export type OfferName = keyof typeof OFFERS
/** Offers that are paid once. */
export type PurchaseOffer = { [O in OfferName]: (typeof OFFERS)[O]['kind'] extends 'one_time' ? O : never }[OfferName]
/** Offers that are paid every month. */
export type SubscriptionOffer = Exclude<OfferName, PurchaseOffer>

export const OFFER_NAMES = Object.keys(OFFERS) as OfferName[]

export const isOfferName = (name: string): name is OfferName => Object.hasOwn(OFFERS, name)
export const isPurchaseOffer = (name: string): name is PurchaseOffer => isOfferName(name) && OFFERS[name].kind === 'one_time'
export const isSubscriptionOffer = (name: string): name is SubscriptionOffer => isOfferName(name) && OFFERS[name].kind === 'monthly'

/** Returns the package that a purchase or subscription unlocks; undefined for an unknown plan. */
export const unlockedBy = (plan: string): Package | undefined => (isOfferName(plan) ? OFFERS[plan].unlocks : undefined)

/** Names what unlocks a course, within a sentence: “the Master Course or the bundle”. */
export function whatUnlocksCourse(course: CourseId, more: readonly string[] = []): string {
  const names = [COURSES[course].inText, ...(OFFERS.bundle.unlocks === course ? ['the bundle'] : []), ...more]
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}

/** The part of a checkout request that names the offer. */
export type CheckoutChoice = (typeof OFFERS)[OfferName]['checkout']

/** Returns every offer that a checkout request names. */
export const offersInCheckout = (body: Readonly<Record<string, unknown>>): OfferName[] =>
  OFFER_NAMES.filter((offer) => Object.keys(OFFERS[offer].checkout).some((flag) => body[flag] !== undefined))

/** Days within which a buyer who has not started gets a refund. */
export const GUARANTEE_DAYS = 30
