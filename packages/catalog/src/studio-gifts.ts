import type { Currency } from './currencies.ts'
import { isPurchaseOffer, OFFERS, type OfferName, type PurchaseOffer } from './offers.ts'
import type { Package } from './packages.ts'

/** The months of the Studio that can be given to another person, by the name under which the gift is bought and recorded. They end without a card. */
export const STUDIO_GIFTS = { studio_3_months: 3, studio_6_months: 6, studio_12_months: 12 } as const

export type StudioGift = keyof typeof STUDIO_GIFTS
export type StudioGiftMonths = (typeof STUDIO_GIFTS)[StudioGift]

/** What can be bought for others. */
export type SeatOffer = PurchaseOffer | StudioGift

/** What a checkout sells. */
export type SoldOffer = OfferName | StudioGift

export const STUDIO_GIFT_NAMES = Object.keys(STUDIO_GIFTS) as StudioGift[]

export const isStudioGift = (name: string): name is StudioGift => Object.hasOwn(STUDIO_GIFTS, name)

/** Returns whether something is paid once, for the buyer or for others. */
export const isSeatOffer = (name: string): name is SeatOffer => isPurchaseOffer(name) || isStudioGift(name)

/** Returns the gift of a number of months; undefined for another number. */
export const studioGiftOf = (months: number): StudioGift | undefined => STUDIO_GIFT_NAMES.find((name) => STUDIO_GIFTS[name] === months)

/** Returns the price of a gift: that of its months. */
export const studioGiftPrice = (gift: StudioGift, currency: Currency): number => STUDIO_GIFTS[gift] * OFFERS.studio.amounts[currency]

/** Returns the package that something sold unlocks. */
export const soldPackage = (offer: SoldOffer): Package => OFFERS[isStudioGift(offer) ? 'studio' : offer].unlocks

/** Returns what something sold is called, such as “Vibe Coding Studio for 3 months”. */
export const soldTitle = (offer: SoldOffer): string =>
  isStudioGift(offer) ? `${OFFERS.studio.title} for ${STUDIO_GIFTS[offer]} months` : OFFERS[offer].title

/** Returns the same day some months later, or the last day of a shorter month, at the same time in UTC. */
export function addMonths(from: Date, months: number): Date {
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return end
}

const DAY_MS = 86_400_000

/** The free days with which a subscription can begin at the payment provider. */
export const MAX_FREE_DAYS = 730

/** Returns the whole days until a time, of which a part of a day is one. */
export const daysUntil = (end: Date, now: Date): number => Math.ceil((end.getTime() - now.getTime()) / DAY_MS)
