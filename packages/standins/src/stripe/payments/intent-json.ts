import type { StripeService } from '../context.ts'
import { makeClientSecret, makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'

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
  setupFutureUsage?: 'off_session' | 'on_session' | null
  statementDescriptor?: string | null
}

/** Builds a payment intent without any attempt. */
export function makeIntent(service: StripeService, input: IntentInput): PaymentIntent {
  const id = makeId('payment_intent')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: makeClientSecret(id),
    confirmation_method: 'automatic',
    created: service.now(),
    currency: input.currency,
    customer: input.customer ?? null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: input.paymentMethod ?? null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: input.paymentMethodTypes ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail ?? null,
    review: null,
    setup_future_usage: input.setupFutureUsage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: input.statementDescriptor ?? null,
    statement_descriptor_suffix: null,
    status: input.paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}
