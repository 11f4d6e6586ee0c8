import type Stripe from 'stripe'
import type { DisputeOutcome } from '../facts/purchases.table.ts'

/** The outcomes of every status that Stripe documents, except `prevented`. */
const OUTCOMES: ReadonlyMap<string, DisputeOutcome> = new Map([
  // An inquiry: the bank asks for information, and no money has left.
  ['warning_needs_response', 'open'],
  ['warning_under_review', 'open'],
  // The inquiry ended without a dispute.
  ['warning_closed', 'won'],
  // The bank took the money until it decides.
  ['needs_response', 'open'],
  ['under_review', 'open'],
  // Lost before, and lost until the appeal is won.
  ['appeal_needs_response', 'lost'],
  ['appeal_under_review', 'lost'],
  ['won', 'won'],
  ['lost', 'lost'],
])

/** Returns the outcome of a dispute for the purchase. An unknown status counts as undecided. */
export function disputeOutcome({ status, payment_method_details }: Stripe.Dispute): DisputeOutcome {
  // A blocked dispute left the money here; otherwise it was refunded before the dispute began.
  if (status === 'prevented') return payment_method_details?.card?.case_type === 'block' ? 'won' : 'lost'
  return OUTCOMES.get(status) ?? 'open'
}
