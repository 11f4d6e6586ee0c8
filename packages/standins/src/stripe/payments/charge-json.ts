import type { StripeService } from '../context.ts'
import { MERCHANT } from '../identity.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import type { Decline } from './cards.ts'
import type { PaymentIntent } from './intent-json.ts'

export type Charge = Stored<'charge'>
type PaymentMethod = Stored<'payment_method'>

const APPROVED: NonNullable<Charge['outcome']> = {
  ...nulls('advice_code', 'network_advice_code', 'network_decline_code', 'reason'),
  network_status: 'approved_by_network',
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
}

const declinedOutcome = ({ declineCode }: Decline): NonNullable<Charge['outcome']> => ({
  ...APPROVED,
  network_status: 'declined_by_network',
  reason: declineCode,
  seller_message: 'The bank did not return any further details with this decline.',
  type: 'issuer_declined',
})

function detailsOf(method: PaymentMethod): Charge['payment_method_details'] {
  if (method.card === undefined) {
    const { bank_code = null, branch_code = null, country = null, fingerprint = null, last4 = null } = method.sepa_debit ?? {}
    return { type: method.type, sepa_debit: { bank_code, branch_code, country, fingerprint, last4, mandate: null } }
  }
  const { brand, checks, country, exp_month, exp_year, fingerprint = null, funding, last4 } = method.card
  return {
    type: 'card',
    card: {
      ...nulls('amount_authorized', 'authorization_code', 'electronic_commerce_indicator', 'installments', 'mandate'),
      ...nulls('network_transaction_id', 'three_d_secure', 'transaction_link_id', 'wallet'),
      brand,
      checks,
      country,
      exp_month,
      exp_year,
      fingerprint,
      funding,
      last4,
      network: brand,
      regulated_status: 'unregulated',
    },
  }
}

/** Builds the charge of one attempt to collect a payment intent. */
export function makeCharge(
  service: StripeService,
  intent: PaymentIntent,
  method: PaymentMethod,
  result: Decline | 'succeeded' | 'pending',
): Charge {
  const id = makeId('charge')
  const decline = typeof result === 'string' ? undefined : result
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: result === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    ...nulls('application', 'application_fee', 'application_fee_amount', 'balance_transaction', 'failure_balance_transaction'),
    ...nulls('on_behalf_of', 'receipt_number', 'review', 'shipping', 'source', 'source_transfer', 'statement_descriptor'),
    ...nulls('statement_descriptor_suffix', 'transfer_data', 'transfer_group'),
    billing_details: method.billing_details,
    calculated_statement_descriptor: MERCHANT.toUpperCase(),
    captured: result === 'succeeded',
    created: service.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    outcome: decline === undefined ? APPROVED : declinedOutcome(decline),
    paid: result === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method),
    receipt_email: intent.receipt_email,
    receipt_url: decline === undefined ? `${service.publicUrl}/stripe/receipts/${id}` : null,
    refunded: false,
    status: typeof result === 'string' ? result : 'failed',
  }
}
