import type { Package } from './packages.ts'

/** The currencies of all prices, in display order. */
export const CURRENCIES = ['eur', 'usd'] as const
export type Currency = (typeof CURRENCIES)[number]

/** The currency of prices until the visitor's country is known. */
export const DEFAULT_CURRENCY: Currency = 'eur'

/** The currency that visitors see first outside the countries of COUNTRIES_OF. */
export const CURRENCY_ELSEWHERE: Currency = 'usd'

/** ISO 3166 codes of Europe as the United Nations draw it (M49), with Cyprus and Kosovo. */
const EUROPE =
  'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK'

/** The countries whose visitors see a currency first, separated by blanks. The last currency that lists a country wins. */
export const COUNTRIES_OF: Readonly<Record<Currency, string>> = { eur: EUROPE, usd: '' }

/** In the smallest unit of each currency, so that sums stay whole. */
type Amounts = Readonly<Record<Currency, number>>

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
  /** The price before the launch; always shown as such. */
  oldAmounts: Amounts
  /** Free months of the Studio; after them it is charged every month. */
  freeStudioMonths: number
  /** The saving that the dashboard names. The specification's text for euro says less than the difference to the old price. */
  savings?: Amounts
}>

/**
 * What the academy sells, by the name under which it is bought and recorded. Checkout, prices at Stripe, access and
 * the pricing page all follow this table.
 */
export const OFFERS = {
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
  master_course: {
    kind: 'one_time',
    unlocks: 'master_course',
    checkout: { masterCourse: true },
    title: 'Master Course',
    summary: 'Learn to build with AI, from first brief to a working product.',
    includes: [
      'Video tutorials, grouped into sessions',
      'Prompts and code samples to copy',
      'The community of learners on Slack',
      'Paid once, yours to keep',
    ],
    buyLabel: 'Get the Master Course',
    ownedLabel: 'Course Already Purchased',
    amounts: { eur: 259_00, usd: 299_00 },
    oldAmounts: { eur: 499_00, usd: 499_00 },
    freeStudioMonths: 0,
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
      'Discounts on new courses (planned)',
    ],
    buyLabel: 'Start Studio',
    ownedLabel: 'You have the Studio',
    amounts: { eur: 17_00, usd: 19_00 },
    oldAmounts: { eur: 25_00, usd: 29_00 },
    freeStudioMonths: 0,
  },
} as const satisfies Record<string, Offer>

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

/** The part of a checkout request that names the offer. */
export type CheckoutChoice = (typeof OFFERS)[OfferName]['checkout']

/** Returns every offer that a checkout request names. */
export const offersInCheckout = (body: Readonly<Record<string, unknown>>): OfferName[] =>
  OFFER_NAMES.filter((offer) => Object.keys(OFFERS[offer].checkout).some((flag) => body[flag] !== undefined))

/** Days within which a buyer who has not started gets a refund. */
export const GUARANTEE_DAYS = 30

/** Formats an amount in the smallest unit of any currency: '€259', '$19.50', '¥500'. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Returns the symbol of a currency: '€'. */
export const currencySymbol = (currency: Currency): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''

/** Returns the currency that a visitor from a country sees first. */
export function currencyForCountry(country: string | null): Currency {
  const code = country?.toUpperCase() || '-'
  return CURRENCIES.findLast((currency) => COUNTRIES_OF[currency].split(' ').includes(code)) ?? CURRENCY_ELSEWHERE
}
