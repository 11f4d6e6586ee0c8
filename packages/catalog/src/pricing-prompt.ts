import type { BuyerFacts } from './offers-for.ts'
import { purchaseFlag } from './purchase-flags.ts'
import { isRunning } from './subscriptions.ts'
import { mayOpenTutorial, type TutorialMarks } from './tutorial-access.ts'

/** What the session page's prompt looks at, beside the tutorial: the facts of the account context. */
export type PromptFacts = Pick<BuyerFacts, 'entitlements' | 'subscriptions'> & {
  is_admin: boolean
  /** Null until a checkout has completed. */
  stripe_customer_id: string | null
}

/**
 * Returns whether choosing this tutorial opens the pricing dialog: for accounts without the course that either never bought anything or have
 * nothing but a running Studio subscription (PRICE-21..23), and only for a tutorial that the account may not open (D-92).
 */
export function wantsPricingPrompt(buyer: PromptFacts, tutorial: TutorialMarks): boolean {
  if (buyer.is_admin || mayOpenTutorial(tutorial, buyer.entitlements)) return false
  if (buyer.stripe_customer_id === null) return true
  const [only, ...others] = buyer.subscriptions.filter(({ status }) => isRunning(status))
  return only !== undefined && others.length === 0 && purchaseFlag(only.plan_name) === 'has_studio'
}
