import { ACCESS_CONSENT } from './access-consent.ts'
import { isGift } from './gifts.ts'

/** The text like `ACCESS_CONSENT` for seats, which open nothing for their buyer: the access to each begins when a member claims it. */
export const SEATS_CONSENT = {
  version: 'seats-2026-11-29',
  text: 'I ask that members can claim the seats right after the payment, before the withdrawal period of 14 days ends. I know that I lose my right of withdrawal from a seat as soon as a member claims it, because its access to the course begins then.',
} as const

/** The same for a gift. */
export const GIFT_CONSENT = {
  version: 'gift-2026-11-30-2',
  text: 'I ask that the recipient can claim the gift from its day on, also before the withdrawal period of 14 days ends. I know that I lose my right of withdrawal as soon as the recipient claims it, because the access begins then.',
} as const

/** Returns the text that the buyer of a number of seats accepts: one seat is a gift; with 0 seats, the purchase is for oneself. */
export function consentFor(seats: number): typeof ACCESS_CONSENT | typeof SEATS_CONSENT | typeof GIFT_CONSENT {
  if (seats === 0) return ACCESS_CONSENT
  return isGift({ seats }) ? GIFT_CONSENT : SEATS_CONSENT
}
