import { listRoute, type StripeApi } from '../api.ts'
import { bool, currency, integer, mergeMetadata, metadata, parameters, text, timeRange } from '../parameters.ts'
import { requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { isTooSmall } from './minimum-amount.ts'
import { attemptPayment, createPaymentIntent, declineError } from './pay.ts'
import { resolvePaymentMethod } from './payment-method.ts'

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

const NO_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."

export function paymentIntentRoutes(api: StripeApi) {
  api.post('/payment_intents', createInput, async ({ service, input }) => {
    if (isTooSmall(input.amount)) throw invalid('Amount must convert to at least 50 cents.', 'amount', 'amount_too_small')
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
