import { CURRENCIES, type Currency } from './currencies.ts'
import { OFFER_NAMES, type OfferName } from './offers.ts'

/** The lookup key of an offer's price at the payment provider; the price's id differs between Stripe accounts. */
export type PriceKey = `${OfferName}_${Currency}`

export const priceKey = (offer: OfferName, currency: Currency): PriceKey => `${offer}_${currency}`

export type OfferPrice = Readonly<{ key: PriceKey; offer: OfferName; currency: Currency }>

/** The price of each offer in each currency. */
export const PRICES: readonly OfferPrice[] = OFFER_NAMES.flatMap((offer) =>
  CURRENCIES.map((currency) => ({ key: priceKey(offer, currency), offer, currency })),
)

export const PRICE_KEYS: readonly PriceKey[] = PRICES.map(({ key }) => key)

/** Returns the offer of a lookup key; undefined for any other key. */
export const offerOfKey = (lookupKey: string): OfferName | undefined => PRICES.find(({ key }) => key === lookupKey)?.offer
