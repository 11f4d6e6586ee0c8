import { z } from 'zod'
import { listResponse, type StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import {
  bool,
  currency,
  email,
  emptyable,
  integer,
  listParameters,
  mergeMetadata,
  metadata,
  oneOf,
  parameters,
  text,
  timeRange,
} from '../parameters.ts'
import { findPage, requireObject } from '../store.ts'
import { invalid, StripeError } from '../stripe-error.ts'
import { withoutUndefined } from '../without-undefined.ts'
import type { PaymentIntent } from './intent-json.ts'
import { attemptPayment, createPaymentIntent, declineError, type Outcome } from './pay.ts'
import { resolvePaymentMethod } from './payment-methods.routes.ts'

const createInput = parameters({
  amount: integer({ min: 1, max: 99_999_999 }),
  currency,
  confirm: bool.optional(),
  customer: text().optional(),
  description: text(1000).optional(),
  metadata: metadata.optional(),
  off_session: bool.optional(),
  payment_method: text().optional(),
  payment_method_types: z.array(oneOf('card', 'sepa_debit')).optional(),
  receipt_email: email.optional(),
  setup_future_usage: oneOf('off_session', 'on_session').optional(),
})

const updateInput = parameters({
  description: emptyable(text(1000)).optional(),
  metadata: metadata.optional(),
  receipt_email: emptyable(email).optional(),
})

const confirmInput = parameters({ payment_method: text().optional(), off_session: bool.optional(), return_url: text().optional() })
const cancellationReason = oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned')

const CANCELABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture', 'processing']

const unexpectedState = (intent: PaymentIntent, action: string) =>
  new StripeError(`You cannot ${action} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    more: { payment_intent: intent },
  })

/** Cancels a payment intent and emits the event. Throws a StripeError if its status is final. */
export async function cancelIntent(service: StripeService, intent: PaymentIntent, reason: PaymentIntent['cancellation_reason'] = null) {
  if (!CANCELABLE.includes(intent.status)) throw unexpectedState(intent, 'cancel')
  const changes = { status: 'canceled' as const, canceled_at: service.now(), cancellation_reason: reason, next_action: null }
  const canceled = await change(service, 'payment_intent', intent, changes)
  await emitEvent(service, 'payment_intent.canceled', canceled)
  return canceled
}

/** Applies the outcome of a payment to its invoice and subscription. A parameter of routes, because the folder of subscriptions imports this one. */
export type FollowIntent = (service: StripeService, outcome: Outcome) => Promise<void>

type Confirmation = { paymentMethod: string | undefined; offSession: boolean | undefined; followIntent: FollowIntent }

async function confirm(service: StripeService, intent: PaymentIntent, { paymentMethod, offSession = false, followIntent }: Confirmation) {
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
    throw unexpectedState(intent, 'confirm')
  const chosen = paymentMethod ?? (typeof intent.payment_method === 'string' ? intent.payment_method : undefined)
  if (chosen === undefined) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      undefined,
      'payment_intent_unexpected_state',
    )
  }
  const result = await attemptPayment(service, intent, await resolvePaymentMethod(service, chosen), { offSession })
  await followIntent(service, result)
  if (result.outcome === 'declined') throw declineError(result)
  return result.intent
}

export function paymentIntentRoutes(api: StripeApi, followIntent: FollowIntent) {
  api.post('/payment_intents', createInput, async ({ service, input }) => {
    if (input.customer !== undefined) await requireObject(service, 'customer', input.customer, 'customer')
    const method = input.payment_method === undefined ? undefined : await resolvePaymentMethod(service, input.payment_method)
    const intent = await createPaymentIntent(service, {
      amount: input.amount,
      currency: input.currency,
      customer: input.customer ?? null,
      description: input.description ?? null,
      metadata: mergeMetadata({}, input.metadata),
      paymentMethod: method?.id ?? null,
      paymentMethodTypes: input.payment_method_types ?? ['card'],
      receiptEmail: input.receipt_email ?? null,
      setupFutureUsage: input.setup_future_usage ?? null,
    })
    if (input.confirm !== true) return intent
    return confirm(service, intent, { paymentMethod: method?.id, offSession: input.off_session, followIntent })
  })

  api.get('/payment_intents', listParameters({ customer: text().optional(), created: timeRange.optional() }), async ({ service, input }) =>
    listResponse(
      '/v1/payment_intents',
      await findPage(service, 'payment_intent', { where: { customer: input.customer }, created: input.created }, input),
    ),
  )

  api.get('/payment_intents/:id', parameters({ client_secret: text().optional() }), ({ service, id }) =>
    requireObject(service, 'payment_intent', id),
  )

  api.post('/payment_intents/:id', updateInput, async ({ service, input, id }) => {
    const before = await requireObject(service, 'payment_intent', id)
    const { description, receipt_email } = input
    return change(service, 'payment_intent', before, {
      ...withoutUndefined({ description, receipt_email }),
      metadata: mergeMetadata(before.metadata, input.metadata),
    })
  })

  api.post('/payment_intents/:id/confirm', confirmInput, async ({ service, input, id }) =>
    confirm(service, await requireObject(service, 'payment_intent', id), {
      paymentMethod: input.payment_method,
      offSession: input.off_session,
      followIntent,
    }),
  )

  api.post(
    '/payment_intents/:id/cancel',
    parameters({ cancellation_reason: cancellationReason.optional() }),
    async ({ service, input, id }) =>
      cancelIntent(service, await requireObject(service, 'payment_intent', id), input.cancellation_reason ?? null),
  )
}
