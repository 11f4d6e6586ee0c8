import { listRoute, type StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { bool, currency, integer, mergeMetadata, metadata, parameters, text, timeRange } from '../parameters.ts'
import { requireObject } from '../store.ts'
import { invalid, StripeError } from '../stripe-error.ts'
import type { PaymentIntent } from './intent-json.ts'
import { attemptPayment, createPaymentIntent, declineError } from './pay.ts'
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
})

const CANCELABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture', 'processing']

const NO_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."

/** Cancels a payment intent and emits the event. Throws a StripeError if its status is final. */
export async function cancelIntent(service: StripeService, intent: PaymentIntent, reason: PaymentIntent['cancellation_reason'] = null) {
  if (!CANCELABLE.includes(intent.status)) {
    throw new StripeError(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
      more: { payment_intent: intent },
    })
  }
  const changes = { status: 'canceled' as const, canceled_at: service.now(), cancellation_reason: reason, next_action: null }
  const canceled = await change(service, 'payment_intent', intent, changes)
  await emitEvent(service, 'payment_intent.canceled', canceled)
  return canceled
}

export function paymentIntentRoutes(api: StripeApi) {
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
    })
    if (input.confirm !== true) return intent
    if (method === undefined) throw invalid(NO_METHOD, undefined, 'payment_intent_unexpected_state')
    const result = await attemptPayment(service, intent, method, { offSession: input.off_session ?? false })
    if (result.outcome === 'declined') throw declineError(result)
    return result.intent
  })

  listRoute(api, '/payment_intents', 'payment_intent', { customer: text().optional(), created: timeRange.optional() })

  api.get('/payment_intents/:id', parameters({}), ({ service, id }) => requireObject(service, 'payment_intent', id))
}
