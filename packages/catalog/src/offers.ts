import type { Package } from './packages.ts'

export const CURRENCIES = ['eur', 'usd'] as const
export type Currency = (typeof CURRENCIES)[number]

/** What the academy sells (CONST-01), by the name under which it is bought and recorded. */
export const OFFER_NAMES = ['bundle', 'master_course', 'studio'] as const
export type OfferName = (typeof OFFER_NAMES)[number]

export const isOfferName = (name: string): name is OfferName => (OFFER_NAMES as readonly string[]).includes(name)

/** The field of a checkout request that names each offer, with its only value (PAY-01). */
export const CHECKOUT_FLAGS = {
  bundle: { bundle: true },
  master_course: { masterCourse: true },
  studio: { numberOfPlans: 1 },
} as const satisfies Readonly<Record<OfferName, object>>
export type CheckoutFlag = { [Offer in OfferName]: keyof (typeof CHECKOUT_FLAGS)[Offer] }[OfferName]

/** Returns every offer that a checkout request names. */
export const offersInCheckout = (body: Readonly<Partial<Record<CheckoutFlag, unknown>>>): OfferName[] => {
  const isNamed = (offer: OfferName) => (Object.keys(CHECKOUT_FLAGS[offer]) as CheckoutFlag[]).some((flag) => body[flag] !== undefined)
  return OFFER_NAMES.filter(isNamed)
}

/** In cents, so that sums stay whole. */
export type Amounts = Readonly<Record<Currency, number>>

export type Offer = Readonly<{
  title: string
  /** One sentence on what it is. */
  summary: string
  /** What the buyer gets, in the order in which it is shown. */
  includes: readonly string[]
  packages: readonly Package[]
  amounts: Amounts
  /** The price before the launch; always shown as such. */
  oldAmounts: Amounts
  /** Charged again every month until cancelled. */
  monthly: boolean
  /** Months of the Studio that cost nothing; after them it is charged every month. */
  freeStudioMonths: number
}>

/** Offers and their prices (PRICE-07..11). What is shown and what is charged both come from here (D-155, R-14). */
export const OFFERS: Readonly<Record<OfferName, Offer>> = {
  bundle: {
    title: 'Launch bundle',
    summary: 'The Master Course, and 3 months of the Vibe Coding Studio free.',
    includes: ['Everything in the Master Course', '3 months of the Studio, free'],
    packages: ['master_course', 'studio'],
    amounts: { eur: 249_00, usd: 289_00 },
    oldAmounts: { eur: 499_00, usd: 499_00 },
    monthly: false,
    freeStudioMonths: 3,
  },
  master_course: {
    title: 'Master Course',
    summary: 'Learn to build with AI, from the first brief to a product that people can use.',
    includes: [
      'Video tutorials, grouped into sessions',
      'Prompts and code samples to copy',
      'The community of learners on Slack',
      'Paid once, yours to keep',
    ],
    packages: ['master_course'],
    amounts: { eur: 259_00, usd: 299_00 },
    oldAmounts: { eur: 499_00, usd: 499_00 },
    monthly: false,
    freeStudioMonths: 0,
  },
  studio: {
    title: 'Vibe Coding Studio',
    summary: 'A monthly subscription to what you reach for while you build.',
    includes: [
      'The Prompt Library',
      'My Prompts: your own prompts, saved',
      'Priority support on Slack',
      'Early access to what is new',
      'Discounts on new courses',
    ],
    packages: ['studio'],
    amounts: { eur: 17_00, usd: 19_00 },
    oldAmounts: { eur: 25_00, usd: 29_00 },
    monthly: true,
    freeStudioMonths: 0,
  },
}

/** Days within which a buyer who has not started gets the money back (PRICE-12). */
export const GUARANTEE_DAYS = 30

const signs: Readonly<Record<Currency, string>> = { eur: '€', usd: '$' }

/** An amount as prices are written: '€259', '$19', cents only where there are any (D-98). */
export function formatAmount(cents: number, currency: Currency): string {
  return signs[currency] + (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))
}
