import type Stripe from 'stripe'
import type { DisputeOutcome } from '../purchases.table.ts'

/** Every status that Stripe documents. `prevented` is decided by the kind of the case. */
type KnownStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'appeal_needs_response'
  | 'appeal_under_review'
  | 'won'
  | 'lost'

const OUTCOMES: Readonly<Record<KnownStatus, DisputeOutcome>> = {
  // An inquiry: the bank asks, and no money has left.
  warning_needs_response: 'open',
  warning_under_review: 'open',
  // The inquiry ended without a dispute.
  warning_closed: 'won',
  // The bank took the money until it decides.
  needs_response: 'open',
  under_review: 'open',
  // Lost before, and lost until the appeal is won.
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
  won: 'won',
  lost: 'lost',
}

const isKnown = (status: string): status is KnownStatus => Object.hasOwn(OUTCOMES, status)

/** Maps a dispute to its outcome for the purchase. An unknown status counts as undecided. */
export function disputeOutcome({ status, payment_method_details }: Stripe.Dispute): DisputeOutcome {
  // A blocked dispute left the money here; otherwise it was refunded before the dispute began.
  if (status === 'prevented') return payment_method_details?.card?.case_type === 'block' ? 'won' : 'lost'
  return isKnown(status) ? OUTCOMES[status] : 'open'
}
