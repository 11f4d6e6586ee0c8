import { endingMonth, isOver, moneyState } from '@academy/catalog'
import type Stripe from 'stripe'
import { cancelSubscription } from './cancel-subscription.ts'
import type { EndedStudio } from './end-with-bundle.ts'
import type { ReportedCharge } from './read-charges.ts'

type Month = ReportedCharge & { dispute: ReportedCharge['dispute_status'] }

const monthsOf = (charges: readonly ReportedCharge[]): Month[] =>
  charges.flatMap((charge) => (charge.kind === 'studio_month' ? [{ ...charge, dispute: charge.dispute_status }] : []))

const commentFor = ({ id }: Month): string => `Cancelled by the academy: the month that ${id} paid for was given back.`

/**
 * Cancels at Stripe a Studio whose month was refunded in full or lost in a dispute, so that no further month is charged. Returns the
 * resulting subscription.
 */
export async function endWithRefund(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  charges: readonly ReportedCharge[],
): Promise<Stripe.Subscription> {
  const month = endingMonth(subscription.id, monthsOf(charges))
  if (month === undefined || isOver(subscription.status)) return subscription
  return await cancelSubscription(stripe, subscription.id, commentFor(month))
}

/** Returns the audit entry of a subscription that the academy cancelled because of a refunded month, now or earlier. */
export function studioEndedByMonth(
  { id, cancellation_details }: Stripe.Subscription,
  charges: readonly ReportedCharge[],
): EndedStudio | undefined {
  const month = monthsOf(charges).find((one) => one.subscription_id === id && commentFor(one) === cancellation_details?.comment)
  if (month === undefined) return undefined
  const why = moneyState(month) === 'dispute_lost' ? 'month_dispute_lost' : 'month_refunded'
  return { subscription_id: id, why, details: { subscription: id, charge: month.id } }
}
