import { CURRENCIES, FIRST_COURSE, formatAmount, OFFERS, type OfferName } from '@academy/catalog'

/** Returns the price of an offer as text, with the page of the web app on which to buy it. */
export function offerPrice(offer: OfferName, { webUrl, courseId }: { webUrl: string; courseId: string }): string {
  const { title, amounts, kind, unlocks } = OFFERS[offer]
  // The list of courses leads to the others.
  const coursePage = unlocks === FIRST_COURSE ? `/courses/${courseId}` : '/courses'
  const prices = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    CURRENCIES.map((currency) => formatAmount(amounts[currency], currency)),
  )
  return `${title} costs ${prices}${kind === 'monthly' ? ' a month' : ''}: ${webUrl}${offer === 'studio' ? '/resources' : coursePage}`
}
