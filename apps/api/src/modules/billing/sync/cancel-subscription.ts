import type Stripe from 'stripe'
import { isMissing } from './is-missing.ts'

/** Cancels a subscription at once. The comment stays at Stripe, and says who cancelled it also if the database failed then. */
export async function cancelSubscription(stripe: Stripe, id: string, comment: string): Promise<Stripe.Subscription> {
  try {
    return await stripe.subscriptions.cancel(id, { cancellation_details: { comment } })
  } catch (error) {
    // Cancelled by another client meanwhile: Stripe answers as if it did not exist.
    if (isMissing(error)) return await stripe.subscriptions.retrieve(id)
    throw error
  }
}
