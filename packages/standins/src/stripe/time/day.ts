/** In seconds, as Stripe counts time. */
export const DAY = 24 * 3600
