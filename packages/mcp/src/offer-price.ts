import { type Amounts, CURRENCIES, FIRST_COURSE, formatAmount, OFFERS, type OfferName, studioAmounts } from '@academy/catalog'

const asText = (amounts: Amounts) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(CURRENCIES.map((currency) => formatAmount(amounts[currency], currency)))

/** Returns the price of an offer as text, with the page of the web app on which to buy it. */
export function offerPrice(offer: OfferName, { webUrl, courseId }: { webUrl: string; courseId: string }): string {
  const { title, amounts, kind, unlocks } = OFFERS[offer]
  // The list of courses leads to the others.
  const coursePage = unlocks === FIRST_COURSE ? `/courses/${courseId}` : '/courses'
  const forStudio = studioAmounts(offer)
  const lower = forStudio ? ` (with the Studio ${asText(forStudio)})` : ''
  return `${title} costs ${asText(amounts)}${kind === 'monthly' ? ' a month' : ''}${lower}: ${webUrl}${offer === 'studio' ? '/resources' : coursePage}`
}
