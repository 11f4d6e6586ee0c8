import { COURSES, isCourseId, isStudioGift, soldTitle } from '@academy/catalog'

/** Returns what a seat opens as a title. */
export const seatTitle = (offer: string): string => {
  if (isStudioGift(offer)) return soldTitle(offer)
  return isCourseId(offer) ? COURSES[offer].title : 'Course'
}

/** Returns what a seat opens within a sentence. */
export const seatInText = (offer: string): string => {
  if (isStudioGift(offer)) return `the ${soldTitle(offer)}`
  return isCourseId(offer) ? COURSES[offer].inText : 'the course'
}

/** Returns what a seat opens at the start of a sentence. */
export const seatAtStart = (offer: string): string => seatInText(offer).replace(/^./, (letter) => letter.toUpperCase())

const REASONS: Record<string, string> = {
  refunded: 'the purchase was refunded',
  refund_requested: 'the refund is on its way',
  dispute_lost: 'the bank returned the payment',
  revoked: 'the academy revoked the purchase',
}

/** Returns why a seat is closed, as part of a sentence. Within a purchase that has not ended, its share was refunded. */
export const closedBecause = (purchaseState: string): string => REASONS[purchaseState] ?? 'its share was refunded'
