/** The seats of a gift. A team has more, so the number tells one from the other. */
export const GIFT_SEATS = 1

/** Returns whether a purchase, by its number of seats, is a gift for one person. */
export const isGift = ({ seats }: { seats: number }): boolean => seats === GIFT_SEATS

/** The characters of a message at most. */
export const MAX_GIFT_MESSAGE = 500

const MAX_DAYS_AHEAD = 365
const DAY_MS = 86_400_000

/** The hour of UTC at which a gift is delivered: then it is the same day from California to New Zealand. */
export const GIFT_HOUR = 8

/** Returns the first and the last day, as `2026-12-24`, on which a gift that is bought now can be delivered. Days are those of UTC. */
export function giftDays(now: Date): { first: string; last: string } {
  const dayAfter = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  return { first: dayAfter(0), last: dayAfter(MAX_DAYS_AHEAD) }
}

/** Returns when the mail of a gift leaves on its day. */
export const giftDelivery = (deliver_on: string): Date => new Date(`${deliver_on}T${String(GIFT_HOUR).padStart(2, '0')}:00:00Z`)

/** Returns from when on the buyer can have the money back for a gift that was not claimed: a year after its day. */
export function unclaimedGiftRefund(deliver_on: string): Date {
  const time = giftDelivery(deliver_on)
  time.setUTCFullYear(time.getUTCFullYear() + 1)
  return time
}
