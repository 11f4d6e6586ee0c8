import { formatAmount, OFFERS, type OfferName } from '@academy/catalog'

/** The page of the web app on which each offer can be bought. */
const PAGES: Record<OfferName, string> = { studio: '/resources', master_course: '/courses/master-course', bundle: '/courses/master-course' }

/** Returns the price of an offer as text, with the page on which to buy it if the address of the web app is known. */
export function offerPrice(offer: OfferName, webUrl?: string): string {
  const { title, amounts, kind } = OFFERS[offer]
  const price = `${formatAmount(amounts.eur, 'eur')} or ${formatAmount(amounts.usd, 'usd')}${kind === 'monthly' ? ' a month' : ''}`
  return `${title} costs ${price}${webUrl === undefined ? '' : `: ${webUrl}${PAGES[offer]}`}`
}
