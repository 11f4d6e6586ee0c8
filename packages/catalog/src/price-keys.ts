import { CURRENCIES, type Currency, OFFER_NAMES, type OfferName } from './offers.ts'

/** The lookup key of an offer's price at the payment provider; the price's id differs between Stripe accounts. */
export type PriceKey = `${OfferName}_${Currency}`

export const priceKey = (offer: OfferName, currency: Currency): PriceKey => `${offer}_${currency}`

export const PRICE_KEYS: readonly PriceKey[] = OFFER_NAMES.flatMap((offer) => CURRENCIES.map((currency) => priceKey(offer, currency)))

/** Returns the offer of a lookup key; undefined for any other key. */
export const offerOfKey = (key: string): OfferName | undefined =>
  OFFER_NAMES.find((offer) => CURRENCIES.some((currency) => priceKey(offer, currency) === key))
