import { type Amounts, CURRENCIES, type Currency } from './currencies.ts'
import { OFFER_NAMES, OFFERS, type OfferName } from './offers.ts'
import { studioAmounts } from './studio-amounts.ts'

/** The lookup key of an offer's price at the payment provider; the price's id differs between Stripe accounts. */
export type PriceKey = `${OfferName}_${Currency}` | `${OfferName}_for_studio_${Currency}`

export const priceKey = (offer: OfferName, currency: Currency): PriceKey => `${offer}_${currency}`

/** The lookup key of the price for accounts whose Studio holds. */
export const studioPriceKey = (offer: OfferName, currency: Currency): PriceKey => `${offer}_for_studio_${currency}`

/** `amount` is in the smallest unit of the currency. */
export type OfferPrice = Readonly<{ key: PriceKey; offer: OfferName; currency: Currency; amount: number }>

function pricesOf(offer: OfferName, amounts: Amounts | undefined, keyOf: typeof priceKey): OfferPrice[] {
  return amounts === undefined
    ? []
    : CURRENCIES.map((currency) => ({ key: keyOf(offer, currency), offer, currency, amount: amounts[currency] }))
}

/** The prices of each offer in each currency. */
export const PRICES: readonly OfferPrice[] = OFFER_NAMES.flatMap((offer) => [
  ...pricesOf(offer, OFFERS[offer].amounts, priceKey),
  ...pricesOf(offer, studioAmounts(offer), studioPriceKey),
])

export const PRICE_KEYS: readonly PriceKey[] = PRICES.map(({ key }) => key)

/** Returns the offer of a lookup key; undefined for any other key. */
export const offerOfKey = (lookupKey: string): OfferName | undefined => PRICES.find(({ key }) => key === lookupKey)?.offer
