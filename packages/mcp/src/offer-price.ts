import { formatAmount, OFFERS, type OfferName } from '@academy/catalog'

/** Returns the price of an offer as text, with the page of the web app on which to buy it. */
export function offerPrice(offer: OfferName, { webUrl, courseId }: { webUrl: string; courseId: string }): string {
  const { title, amounts, kind } = OFFERS[offer]
  const price = `${formatAmount(amounts.eur, 'eur')} or ${formatAmount(amounts.usd, 'usd')}${kind === 'monthly' ? ' a month' : ''}`
  return `${title} costs ${price}: ${webUrl}${offer === 'studio' ? '/resources' : `/courses/${courseId}`}`
}
