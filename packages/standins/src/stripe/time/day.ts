/** Stripe's times are in seconds. */
export const DAY_SECONDS = 24 * 3600
