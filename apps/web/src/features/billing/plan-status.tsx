import { formatAmount } from '@academy/catalog'
import type { Plan } from '@academy/contract'
import { formatDate } from '../../ui/format-date.ts'

/** Says what happens next to a subscription, with the price and the dates of its contract. */
export function planStatus(plan: Plan): string | undefined {
  const price = `${formatAmount(plan.amount, plan.currency)}/month${plan.is_discounted ? ' less your discount' : ''}`
  if (plan.ends_at) return `Ends ${formatDate(plan.ends_at)}`
  if (plan.free_until) return `Free until ${formatDate(plan.free_until)}, then ${price}`
  if (plan.pay_until) return `Payment failed: update your payment method by ${formatDate(plan.pay_until)}`
  if (plan.status === 'active' && plan.renews_at) return `Renews ${formatDate(plan.renews_at)} for ${price}`
  return undefined
}

/** The price of the contract, which a later price or the currency of a visitor does not change. */
export const PlanPrice = ({ plan }: { plan: Plan }) => (
  <div className="mt-2 tabular-nums">
    <p className="font-display text-3xl font-bold tracking-tight">
      {formatAmount(plan.amount, plan.currency)}
      <span className="ml-0.5 text-lg font-semibold tracking-normal text-muted">/month</span>
    </p>
    <p className="text-sm text-muted">The price of your plan</p>
  </div>
)
