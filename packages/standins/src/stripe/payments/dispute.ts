import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { insert, need } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import type { Charge } from './charge-json.ts'

type Dispute = Stored<'dispute'>

const ANSWER_WITHIN_SECONDS = 9 * 24 * 3600

const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** The owner of a card says that a charge was not theirs: the money goes back until it is decided. */
export async function openDispute(service: StripeService, charge: Charge, reason = 'fraudulent'): Promise<Dispute> {
  if (charge.status !== 'succeeded' || charge.refunded) throw invalid(`Charge ${charge.id} holds no money to dispute.`, 'charge')
  if (charge.disputed) throw invalid(`Charge ${charge.id} is disputed already.`, 'charge')
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
      due_by: service.now() + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  }
  await insert(service, 'dispute', dispute)
  await change(service, 'charge', charge, { disputed: true }, 'charge.updated')
  await emitEvent(service, 'charge.dispute.created', dispute)
  await emitEvent(service, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank has decided: won, the money comes back to the seller; lost, it stays with the owner of the card. */
export async function closeDispute(service: StripeService, id: string, status: 'won' | 'lost'): Promise<Dispute> {
  const dispute = await need(service, 'dispute', id)
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalid(`Dispute ${id} is closed already: ${dispute.status}.`)
  const closed = await change(service, 'dispute', dispute, { status })
  if (status === 'won') await emitEvent(service, 'charge.dispute.funds_reinstated', closed)
  await emitEvent(service, 'charge.dispute.closed', closed)
  return closed
}
