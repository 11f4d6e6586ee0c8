import { listResponse, type StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import type { Stored } from '../kinds.ts'
import { listParameters, oneOf, parameters, text } from '../parameters.ts'
import { findPage, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { cardByToken } from './cards.ts'
import { createCard, NO_DETAILS } from './payment-method.ts'

const listInput = listParameters({ customer: text().optional(), type: oneOf('card', 'sepa_debit').optional() })

/** Returns a payment method by id. For a test id such as `pm_card_visa` it creates a new one. */
export async function resolvePaymentMethod(
  service: StripeService,
  id: string,
  param = 'payment_method',
): Promise<Stored<'payment_method'>> {
  const card = id.startsWith('pm_card_') ? cardByToken(id.slice('pm_card_'.length)) : undefined
  return card === undefined
    ? requireObject(service, 'payment_method', id, param)
    : createCard(service, card, { customer: null, billing: NO_DETAILS })
}

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
