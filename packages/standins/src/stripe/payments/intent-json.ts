import type { StripeService } from '../context.ts'
import { makeClientSecret, makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { nulls } from '../nulls.ts'

export type PaymentIntent = Stored<'payment_intent'>

export type IntentInput = {
  amount: number
  currency: string
  customer?: string | null
  description?: string | null
  metadata?: Record<string, string>
  paymentMethod?: string | null
  paymentMethodTypes?: string[]
  receiptEmail?: string | null
}

/** Builds a payment intent without any attempt. */
export function makeIntent(service: StripeService, input: IntentInput): PaymentIntent {
  const id = makeId('payment_intent')
  return {
    id,
    object: 'payment_intent',
    ...nulls('allowed_payment_method_types', 'application', 'application_fee_amount', 'automatic_payment_methods', 'canceled_at'),
    ...nulls('cancellation_reason', 'customer_account', 'excluded_payment_method_types', 'last_payment_error', 'latest_charge'),
    ...nulls('managed_payments', 'next_action', 'on_behalf_of', 'payment_method_configuration_details', 'payment_record', 'processing'),
    ...nulls('review', 'setup_future_usage', 'shipping', 'source', 'statement_descriptor', 'statement_descriptor_suffix'),
    ...nulls('transfer_data', 'transfer_group'),
    amount: input.amount,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: makeClientSecret(id),
    confirmation_method: 'automatic',
    created: service.now(),
    currency: input.currency,
    customer: input.customer ?? null,
    description: input.description ?? null,
    livemode: false,
    metadata: input.metadata ?? {},
    payment_method: input.paymentMethod ?? null,
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: input.paymentMethodTypes ?? ['card'],
    receipt_email: input.receiptEmail ?? null,
    status: input.paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
  }
}
