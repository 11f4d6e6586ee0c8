import type { StripeService } from '../context.ts'

/** The invoices of a subscription, as a condition that an index answers. */
export const bySubscription = ({ sql }: StripeService, subscription: string) =>
  sql`and data->'parent'->'subscription_details'->>'subscription' = ${subscription}`
