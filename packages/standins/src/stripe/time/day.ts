/** A day in seconds, the unit of Stripe's times. */
export const DAY = 24 * 3600
