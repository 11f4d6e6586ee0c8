import Stripe from 'stripe'

/** Whether Stripe answered that it knows no such thing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
