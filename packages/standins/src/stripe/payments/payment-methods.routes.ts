import { listResponse, type StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import type { Stored } from '../kinds.ts'
import { email, emptyable, hash, listParameters, mergeMetadata, metadata, oneOf, parameters, text } from '../parameters.ts'
import { findPage, requireObject } from '../store.ts'
import { invalid, noSuch } from '../stripe-error.ts'
import { cardByToken } from './cards.ts'
import { createCard, NO_DETAILS } from './payment-method.ts'

const billing = hash({ email: emptyable(email).optional(), name: emptyable(text()).optional(), phone: emptyable(text()).optional() })

const createInput = parameters({
  type: oneOf('card'),
  card: hash({
    token: text().optional(),
    number: text().optional(),
    exp_month: text().optional(),
    exp_year: text().optional(),
    cvc: text().optional(),
  }),
  billing_details: billing.optional(),
  metadata: metadata.optional(),
})

const methodType = oneOf('card', 'sepa_debit')

const RAW_CARD_NUMBER =
  'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.'

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

export function paymentMethodRoutes(api: StripeApi) {
  api.post('/payment_methods', createInput, async ({ service, input }) => {
    const { token } = input.card
    if (token === undefined) throw invalid(RAW_CARD_NUMBER, 'card[number]')
    const card = cardByToken(token.replace(/^tok_/, ''))
    if (card === undefined) throw noSuch('token', token, 'card[token]')
    const { email: address = null, name = null, phone = null } = input.billing_details ?? {}
    const method = await createCard(service, card, { customer: null, billing: { ...NO_DETAILS, email: address, name, phone } })
    return change(service, 'payment_method', method, { metadata: mergeMetadata({}, input.metadata) })
  })

  api.get('/payment_methods', listParameters({ customer: text().optional(), type: methodType.optional() }), async ({ service, input }) => {
    if (input.customer !== undefined) await requireObject(service, 'customer', input.customer, 'customer')
    const where = { customer: input.customer, type: input.type }
    return listResponse('/v1/payment_methods', await findPage(service, 'payment_method', { where }, input))
  })

  api.get('/customers/:id/payment_methods', listParameters({ type: methodType.optional() }), async ({ service, input, id }) => {
    await requireObject(service, 'customer', id)
    const where = { customer: id, type: input.type }
    return listResponse(`/v1/customers/${id}/payment_methods`, await findPage(service, 'payment_method', { where }, input))
  })

  api.get('/payment_methods/:id', parameters({}), ({ service, id }) => requireObject(service, 'payment_method', id))

  api.post('/payment_methods/:id/attach', parameters({ customer: text() }), async ({ service, input, id }) => {
    await requireObject(service, 'customer', input.customer, 'customer')
    const method = await resolvePaymentMethod(service, id)
    const owner = method.customer
    if (owner !== null && owner !== input.customer) {
      throw invalid('The payment method you provided has already been attached to a customer.')
    }
    return change(service, 'payment_method', method, { customer: input.customer }, 'payment_method.attached')
  })

  api.post('/payment_methods/:id/detach', parameters({}), async ({ service, id }) => {
    const method = await requireObject(service, 'payment_method', id)
    if (method.customer === null)
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
    const detached = await change(service, 'payment_method', method, { customer: null })
    await emitEvent(service, 'payment_method.detached', detached, { customer: method.customer })
    return detached
  })
}
