import Stripe from 'stripe'

/** Returns whether Stripe answered that an object does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
