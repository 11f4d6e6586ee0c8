import { listRoute, retrieveRoute, type StripeApi } from '../core/api.ts'
import { isTooSmall } from '../core/money.ts'
import { createdSince, currency, integer, mergeMetadata, metadata, oneOf, parameters, text } from '../core/parameters.ts'
import { requireObject } from '../core/store.ts'
import { invalid } from '../core/stripe-error.ts'
import { change } from '../webhooks/emit-event.ts'
import { attemptPayment, createPaymentIntent, declineError } from './pay.ts'
import { resolvePaymentMethod } from './payment-method.ts'
import { refundCharge, requireCharge } from './refund.ts'

const intentInput = parameters({
  amount: integer({ min: 1, max: 99_999_999 }),
  currency,
  // the stand-in charges each payment intent when it is created
  confirm: oneOf('true'),
  customer: text(),
  description: text(1000).optional(),
  payment_method: text(),
})

const refundInput = parameters({
  amount: integer({ min: 1 }).optional(),
  charge: text().optional(),
  metadata: metadata.optional(),
  payment_intent: text().optional(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
})

const [customer, charge, payment_intent, created] = [text().optional(), text().optional(), text().optional(), createdSince.optional()]

/**
 * Registers the endpoints of payment methods, payment intents, charges with their balance transactions, refunds and disputes. Buyers create payment methods on the pages, and
 * banks open and decide disputes: here, the endpoints below `/stripe/control` do.
 */
export function paymentRoutes(api: StripeApi) {
  listRoute(api, '/payment_methods', 'payment_method', { customer })
  api.post('/payment_methods/:id/attach', parameters({ customer: text() }), async ({ service, input, id }) => {
    await requireObject(service, 'customer', input.customer, 'customer')
    const method = await resolvePaymentMethod(service, id)
    if (method.customer !== null && method.customer !== input.customer) {
      throw invalid('The payment method you provided has already been attached to a customer.')
    }
    return change(service, 'payment_method', method, { customer: input.customer })
  })

  api.post('/payment_intents', intentInput, async ({ service, input }) => {
    const { amount, currency, customer, description, payment_method } = input
    if (isTooSmall(amount)) throw invalid('Amount must convert to at least 50 cents.', 'amount', 'amount_too_small')
    await requireObject(service, 'customer', customer, 'customer')
    const method = await resolvePaymentMethod(service, payment_method)
    const result = await attemptPayment(service, await createPaymentIntent(service, { amount, currency, customer, description }), method)
    if (result.outcome === 'declined') throw declineError(result.decline)
    return result.intent
  })
  listRoute(api, '/payment_intents', 'payment_intent', { customer })

  listRoute(api, '/charges', 'charge', { customer, payment_intent, created })
  retrieveRoute(api, '/charges', 'charge')

  listRoute(api, '/balance_transactions', 'balance_transaction', { created })

  listRoute(api, '/disputes', 'dispute', { charge, payment_intent, created })
  retrieveRoute(api, '/disputes', 'dispute')

  listRoute(api, '/refunds', 'refund', { charge })
  api.post('/refunds', refundInput, async ({ service, input }) => {
    const { amount, reason } = input
    return refundCharge(service, await requireCharge(service, input), { amount, reason, metadata: mergeMetadata({}, input.metadata) })
  })
}
