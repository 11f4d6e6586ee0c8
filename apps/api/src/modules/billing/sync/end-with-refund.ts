import { endingMonth, isOver, moneyState } from '@academy/catalog'
import type Stripe from 'stripe'
import { cancelSubscription } from './cancel-subscription.ts'
import type { EndedStudio } from './end-with-bundle.ts'
import type { ToldCharge } from './read-charges.ts'

type Month = ToldCharge & { dispute: ToldCharge['dispute_status'] }

const monthsOf = (charges: readonly ToldCharge[]): Month[] =>
  charges.flatMap((charge) => (charge.kind === 'studio_month' ? [{ ...charge, dispute: charge.dispute_status }] : []))

const commentFor = ({ id }: Month): string => `Cancelled by the academy: the month that ${id} paid for was given back.`

/**
 * Cancels at Stripe a subscription to the Studio whose month was refunded in full or lost in a dispute, so that no further month is
 * charged. Returns the subscription as it is then.
 */
export async function endWithRefund(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  charges: readonly ToldCharge[],
): Promise<Stripe.Subscription> {
  const month = endingMonth(subscription.id, monthsOf(charges))
  if (month === undefined || isOver(subscription.status)) return subscription
  return await cancelSubscription(stripe, subscription.id, commentFor(month))
}

/** Returns what the admin is shown of a subscription that the academy cancelled because of a month, now or before. */
export function studioEndedByMonth(
  { id, cancellation_details }: Stripe.Subscription,
  charges: readonly ToldCharge[],
): EndedStudio | undefined {
  const month = monthsOf(charges).find((one) => one.subscription_id === id && commentFor(one) === cancellation_details?.comment)
  if (month === undefined) return undefined
  const why = moneyState(month) === 'dispute_lost' ? 'month_dispute_lost' : 'month_refunded'
  return { subscription_id: id, why, details: { subscription: id, charge: month.id } }
}
