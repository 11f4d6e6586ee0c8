import type { StripeService } from '../core/context.ts'
import type { Stored } from '../core/kinds.ts'
import { requireObject } from '../core/store.ts'
import { invalid } from '../core/stripe-error.ts'
import { change, create, emitEvent } from '../webhooks/emit-event.ts'
import type { Charge } from './pay.ts'

type Dispute = Stored<'dispute'>

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

export const DISPUTE_STATUSES = [...new Set([...Object.keys(NEXT_STATUSES), ...Object.values(NEXT_STATUSES).flat()])]

/** Returns the first status of a dispute. A dispute of a bank debit is lost at once, because it cannot be contested. */
const firstStatus = (charge: Charge, case_type: CaseType): Status => {
  if (charge.payment_method_details?.type === 'sepa_debit') return 'lost'
  if (case_type === 'inquiry') return 'warning_needs_response'
  return case_type === 'chargeback' ? 'needs_response' : 'prevented'
}

/**
 * Opens a dispute. An `inquiry` moves no money. A `chargeback` withdraws the money until the bank decides. `block` and `resolution` are prevented
 * disputes: the seller gave the bank information, or refunded the money.
 */
export async function openDispute(service: StripeService, charge: Charge, case_type: CaseType): Promise<Dispute> {
  if (charge.status !== 'succeeded' || charge.refunded) throw invalid(`Charge ${charge.id} has no money to dispute.`, 'charge')
  if (charge.disputed) throw invalid(`Charge ${charge.id} is already disputed.`, 'charge')
  const { currency, payment_intent } = charge
  const dispute = await create(service, 'dispute', {
    ...{ amount: charge.amount - charge.amount_refunded, charge: charge.id, currency, payment_intent, reason: 'fraudulent' },
    is_charge_refundable: case_type === 'inquiry',
    payment_method_details: { card: { case_type }, type: 'card' } as NonNullable<Dispute['payment_method_details']>,
    status: firstStatus(charge, case_type),
  })
  await change(service, 'charge', charge, { disputed: true })
  await emitEvent(service, 'charge.dispute.created', dispute)
  if (NEXT_STATUSES[dispute.status] === undefined || dispute.status === 'lost') await emitEvent(service, 'charge.dispute.closed', dispute)
  return dispute
}

/** Returns whether the bank may set this status next. */
const canBecome = ({ status }: Dispute, next: Status): boolean => NEXT_STATUSES[status]?.includes(next) === true

/** Sets the next status of a dispute, as its bank would. */
export async function setDisputeStatus(service: StripeService, id: string, status: Status): Promise<Dispute> {
  const dispute = await requireObject(service, 'dispute', id)
  if (!canBecome(dispute, status)) throw invalid(`Dispute ${id} cannot become ${status}: it is ${dispute.status}.`)
  const isEscalated = status === 'needs_response'
  const updated = await change(service, 'dispute', dispute, { status, ...(isEscalated && { is_charge_refundable: false }) })
  const isClosed = ['won', 'lost', 'warning_closed'].includes(status)
  if (status === 'won') await emitEvent(service, 'charge.dispute.funds_reinstated', updated)
  await emitEvent(service, isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated', updated)
  return updated
}
