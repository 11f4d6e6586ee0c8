import { unlockedBy } from './offers.ts'
import type { BuyerFacts } from './offers-for.ts'
import { isRunning } from './subscriptions.ts'
import { mayOpenTutorial, type TutorialMarks } from './tutorial-access.ts'

/** The facts of the account context that decide whether a tutorial opens the pricing dialog. */
export type PricingDialogFacts = Pick<BuyerFacts, 'entitlements' | 'subscriptions'> & {
  /** Null before the first completed checkout. */
  stripe_customer_id: string | null
}

/**
 * Returns whether a tutorial opens the pricing dialog: for accounts without the course that never bought anything or have only
 * a running Studio, and only for a tutorial that the account may not open.
 */
export function opensPricingDialog(buyer: PricingDialogFacts, tutorial: TutorialMarks): boolean {
  if (mayOpenTutorial(tutorial, buyer.entitlements)) return false
  if (buyer.stripe_customer_id === null) return true
  const [first, ...others] = buyer.subscriptions.filter(({ status }) => isRunning(status))
  return first !== undefined && others.length === 0 && unlockedBy(first.plan_name) === 'studio'
}
