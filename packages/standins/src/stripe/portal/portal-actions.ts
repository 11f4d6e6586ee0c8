import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import type { Stored } from '../kinds.ts'
import type { TestCard } from '../payments/cards.ts'
import { createCard, NO_DETAILS } from '../payments/payment-method.ts'
import { find, findAll } from '../store.ts'
import { periodEnd } from '../subscriptions/due-date.ts'
import { changeSubscription, endingChanges } from '../subscriptions/update-subscription.ts'
import type { OpenPortal } from './open-portal.ts'

type Subscription = Stored<'subscription'>

/** Returns the customer's subscription that has not ended; undefined for one of another customer. */
export async function ownSubscription(service: StripeService, { customer }: OpenPortal, id: string): Promise<Subscription | undefined> {
  const subscription = await find(service, 'subscription', id)
  return subscription?.customer === customer.id && subscription.ended_at === null ? subscription : undefined
}

/**
 * Cancels a subscription at the end of its period. Sets only `cancel_at`, as Stripe's portal does in flexible billing mode
 * (docs.stripe.com/billing/subscriptions/billing-mode/compare).
 */
export async function cancelInPortal(service: StripeService, subscription: Subscription): Promise<void> {
  await changeSubscription(service, subscription, endingChanges(subscription, periodEnd(subscription), service.now()))
}

/** Removes a scheduled cancellation. */
export async function resumeInPortal(service: StripeService, subscription: Subscription): Promise<void> {
  await changeSubscription(service, subscription, endingChanges(subscription, null, service.now()))
}

/** Makes a new card the payment method of the customer and of all running subscriptions. */
export async function replaceCard(service: StripeService, portal: OpenPortal, card: TestCard): Promise<void> {
  const { customer } = portal
  const billing = { ...NO_DETAILS, email: customer.email, name: customer.name ?? null }
  const created = await createCard(service, card, { customer: null, billing })
  const method = await change(service, 'payment_method', created, { customer: customer.id }, 'payment_method.attached')
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method.id }
  await change(service, 'customer', customer, { invoice_settings }, 'customer.updated')
  for (const subscription of await findAll(service, 'subscription', { where: { customer: customer.id } })) {
    if (subscription.ended_at !== null || subscription.default_payment_method === null) continue
    await changeSubscription(service, subscription, { default_payment_method: method.id })
  }
}
