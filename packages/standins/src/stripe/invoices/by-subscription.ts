import type { StripeService } from '../context.ts'

/** Returns the SQL condition for the invoices of a subscription. An index covers it. */
export const bySubscription = ({ sql }: StripeService, subscription: string) =>
  sql`and data->'parent'->'subscription_details'->>'subscription' = ${subscription}`
