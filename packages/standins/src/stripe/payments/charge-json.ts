import type { StripeService } from '../context.ts'
import { MERCHANT } from '../identity.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import type { Decline } from './cards.ts'
import type { PaymentIntent } from './intent-json.ts'

export type Charge = Stored<'charge'>
type PaymentMethod = Stored<'payment_method'>

const APPROVED: NonNullable<Charge['outcome']> = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
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
      amount_authorized: null,
      authorization_code: null,
      brand,
      checks,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
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
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: MERCHANT.toUpperCase(),
    captured: result === 'succeeded',
    created: service.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: decline === undefined ? APPROVED : declinedOutcome(decline),
    paid: result === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline === undefined ? `${service.publicUrl}/stripe/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: result === 'succeeded' ? 'succeeded' : result === 'pending' ? 'pending' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}
