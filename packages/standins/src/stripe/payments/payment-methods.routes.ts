import { listResponse, type StripeApi } from '../api.ts'
import { change } from '../emit-event.ts'
import { listParameters, oneOf, parameters, text } from '../parameters.ts'
import { findPage, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { resolvePaymentMethod } from './payment-method.ts'

const listInput = listParameters({ customer: text().optional(), type: oneOf('card', 'sepa_debit').optional() })

/** Registers the endpoints of payment methods. The stand-in creates them for test ids and on its pages. */
export function paymentMethodRoutes(api: StripeApi) {
  api.get('/payment_methods', listInput, async ({ service, input }) => {
    if (input.customer !== undefined) await requireObject(service, 'customer', input.customer, 'customer')
    const where = { customer: input.customer, type: input.type }
    return listResponse('/v1/payment_methods', await findPage(service, 'payment_method', { where }, input))
  })

  api.post('/payment_methods/:id/attach', parameters({ customer: text() }), async ({ service, input, id }) => {
    await requireObject(service, 'customer', input.customer, 'customer')
    const method = await resolvePaymentMethod(service, id)
    const owner = method.customer
    if (owner !== null && owner !== input.customer) {
      throw invalid('The payment method you provided has already been attached to a customer.')
    }
    return change(service, 'payment_method', method, { customer: input.customer }, 'payment_method.attached')
  })
}
