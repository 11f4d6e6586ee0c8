import type { StripeService } from '../context.ts'
import { findAll } from '../store.ts'
import { invalid } from '../stripe-error.ts'

/** Throws if the customer has running subscriptions in another currency, because Stripe bills a customer in only one. */
export async function refuseSecondCurrency(service: StripeService, customer: string, currency: string): Promise<void> {
  const others = await findAll(service, 'subscription', { where: { customer } })
  const other = others.find((one) => one.ended_at === null && one.status !== 'incomplete_expired' && one.currency !== currency)
  if (other === undefined) return
  throw invalid(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
  )
}
