import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { insert, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import type { Charge } from './charge-json.ts'

type Dispute = Stored<'dispute'>

const EVIDENCE_DUE_SECONDS = 9 * 24 * 3600

const NO_EVIDENCE: Dispute['evidence'] = {
  ...nulls('access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure', 'cancellation_rebuttal'),
  ...nulls('customer_communication', 'customer_email_address', 'customer_name', 'customer_purchase_ip', 'customer_signature'),
  ...nulls('duplicate_charge_documentation', 'duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt'),
  ...nulls('refund_policy', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date', 'service_documentation'),
  ...nulls('shipping_address', 'shipping_carrier', 'shipping_date', 'shipping_documentation', 'shipping_tracking_number'),
  ...nulls('uncategorized_file', 'uncategorized_text'),
  enhanced_evidence: {},
}

type Status = Dispute['status']
type CaseType = 'inquiry' | 'chargeback' | 'block' | 'resolution'

/** The statuses that may follow each status. A status that is missing here is final. */
const NEXT_STATUSES: Readonly<Record<string, readonly Status[]>> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review', 'lost'],
  appeal_under_review: ['won', 'lost'],
}

export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
  'lost',
] as const

/** Returns the first status of a dispute. A dispute of a bank debit is lost at once, because it cannot be contested. */
const firstStatus = (charge: Charge, case_type: CaseType): Status => {
  if (charge.payment_method_details?.type === 'sepa_debit') return 'lost'
  if (case_type === 'inquiry') return 'warning_needs_response'
  return case_type === 'chargeback' ? 'needs_response' : 'prevented'
}

type DisputeOptions = { reason?: string; case_type?: CaseType }

/**
 * Opens a dispute. An `inquiry` moves no money. A `chargeback` withdraws the money until the bank decides. `block` and `resolution` are prevented
 * disputes: the seller gave the bank information, or refunded the money.
 */
export async function openDispute(
  service: StripeService,
  charge: Charge,
  { reason = 'fraudulent', case_type = 'chargeback' }: DisputeOptions = {},
): Promise<Dispute> {
  if (charge.status !== 'succeeded' || charge.refunded) throw invalid(`Charge ${charge.id} has no money to dispute.`, 'charge')
  if (charge.disputed) throw invalid(`Charge ${charge.id} is already disputed.`, 'charge')
  const dispute: Dispute = {
    id: makeId('dispute'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: service.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: service.now() + EVIDENCE_DUE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: case_type === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type,
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status: firstStatus(charge, case_type),
  }
  await insert(service, 'dispute', dispute)
  await change(service, 'charge', charge, { disputed: true }, 'charge.updated')
  await emitEvent(service, 'charge.dispute.created', dispute)
  if (case_type !== 'inquiry' && case_type !== 'block') await emitEvent(service, 'charge.dispute.funds_withdrawn', dispute)
  if (NEXT_STATUSES[dispute.status] === undefined || dispute.status === 'lost') await emitEvent(service, 'charge.dispute.closed', dispute)
  return dispute
}

/** Returns whether the bank may set this status next. */
export const canBecome = ({ status, payment_method_details }: Dispute, next: Status): boolean =>
  !(status === 'lost' && payment_method_details?.type === 'sepa_debit') && NEXT_STATUSES[status]?.includes(next) === true

/** Sets the next status of a dispute, as its bank would. */
export async function setDisputeStatus(service: StripeService, id: string, status: Status): Promise<Dispute> {
  const dispute = await requireObject(service, 'dispute', id)
  if (!canBecome(dispute, status)) throw invalid(`Dispute ${id} cannot become ${status}: it is ${dispute.status}.`)
  const isEscalated = status === 'needs_response'
  const updated = await change(service, 'dispute', dispute, { status, ...(isEscalated && { is_charge_refundable: false }) })
  const isClosed = ['won', 'lost', 'warning_closed'].includes(status)
  if (isEscalated) await emitEvent(service, 'charge.dispute.funds_withdrawn', updated)
  if (status === 'won') await emitEvent(service, 'charge.dispute.funds_reinstated', updated)
  await emitEvent(service, isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated', updated)
  return updated
}
