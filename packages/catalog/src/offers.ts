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
  /** One sentence that describes it. */
  summary: string
  /** What the buyer gets, in display order. */
  includes: readonly string[]
  packages: readonly Package[]
  amounts: Amounts
  /** The price before the launch; always shown as such. */
  oldAmounts: Amounts
  /** Whether it is charged every month until cancelled. */
  monthly: boolean
  /** Free months of the Studio; after them it is charged every month. */
  freeStudioMonths: number
}>

/** Offers and their prices (PRICE-07..11). Displayed and charged amounts both come from here (D-155, R-14). */
export const OFFERS: Readonly<Record<OfferName, Offer>> = {
  bundle: {
    title: 'Launch bundle',
    summary: 'The Master Course plus 3 months of Studio, free.',
    includes: ['Everything in the Master Course', '3 months of the Studio, free'],
    packages: ['master_course', 'studio'],
    amounts: { eur: 249_00, usd: 289_00 },
    oldAmounts: { eur: 499_00, usd: 499_00 },
    monthly: false,
    freeStudioMonths: 3,
  },
  master_course: {
    title: 'Master Course',
    summary: 'Learn to build with AI, from first brief to a working product.',
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
    summary: 'Prompts, answers and early access while you build. Billed monthly.',
    includes: [
      'The Prompt Library',
      'My Prompts: save and reuse your own',
      'Priority support on Slack',
      'Early access to new releases',
      'Discounts on new courses',
    ],
    packages: ['studio'],
    amounts: { eur: 17_00, usd: 19_00 },
    oldAmounts: { eur: 25_00, usd: 29_00 },
    monthly: true,
    freeStudioMonths: 0,
  },
}

/** Days within which a buyer who has not started gets a refund (PRICE-12). */
export const GUARANTEE_DAYS = 30

const signs: Readonly<Record<Currency, string>> = { eur: '€', usd: '$' }

/** Formats an amount: '€259', '$19', with cents only if there are any (D-98). */
export function formatAmount(cents: number, currency: Currency): string {
  return signs[currency] + (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))
}
