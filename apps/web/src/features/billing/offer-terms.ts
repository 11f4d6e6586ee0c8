import { type Currency, formatAmount, OFFERS, type OfferName } from '@academy/catalog'

/** What is charged, and when again: said where the button is, before anybody presses it. */
export function offerTerms(name: OfferName, currency: Currency): string {
  const { monthly, freeStudioMonths } = OFFERS[name]
  if (monthly) return 'Charged today, and again every month until you cancel.'
  if (freeStudioMonths === 0) return 'Charged once. Nothing renews.'
  const afterwards = `${formatAmount(OFFERS.studio.amounts[currency], currency)}/month`
  return `Charged once. After the ${freeStudioMonths} free months the Studio renews at ${afterwards}, unless you cancel before.`
}
