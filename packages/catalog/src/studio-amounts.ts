import type { Amounts } from './currencies.ts'
import { OFFERS, type OfferName } from './offers.ts'

/** Returns the price of an offer for accounts whose Studio holds; undefined if there is none. */
export function studioAmounts(name: OfferName): Amounts | undefined {
  const offer: { title: string; studioAmounts?: Amounts } = OFFERS[name]
  return offer.studioAmounts
}
