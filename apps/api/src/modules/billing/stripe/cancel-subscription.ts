import type Stripe from 'stripe'
import { isMissing } from './stripe-objects.ts'

/** Cancels a subscription at once. Stripe keeps the comment, which records the reason even if the database fails. */
export async function cancelSubscription(stripe: Stripe, id: string, comment: string): Promise<Stripe.Subscription> {
  try {
    return await stripe.subscriptions.cancel(id, { cancellation_details: { comment } })
  } catch (error) {
    // After another client cancelled it, Stripe responds that it is missing.
    if (isMissing(error)) return await stripe.subscriptions.retrieve(id)
    throw error
  }
}
