import { CURRENCIES, type Currency, OFFER_NAMES, type OfferName } from './offers.ts'

/** The lookup key by which the price of an offer is found at the payment provider; its id there differs from account to account. */
export type PriceKey = `${OfferName}_${Currency}`

export const priceKey = (offer: OfferName, currency: Currency): PriceKey => `${offer}_${currency}`

export const PRICE_KEYS: readonly PriceKey[] = OFFER_NAMES.flatMap((offer) => CURRENCIES.map((currency) => priceKey(offer, currency)))

/** Which offer a lookup key belongs to; none for a key that is not ours. */
export const offerOfKey = (key: string): OfferName | undefined =>
  OFFER_NAMES.find((offer) => CURRENCIES.some((currency) => priceKey(offer, currency) === key))
