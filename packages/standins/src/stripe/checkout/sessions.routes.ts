import { termsUrl } from '../account/account.routes.ts'
import { listRoute, retrieveRoute, type StripeApi } from '../core/api.ts'
import type { StripeService } from '../core/context.ts'
import { makeId } from '../core/kinds.ts'
import { isTooSmall } from '../core/money.ts'
import { mergeMetadata, oneOf, parameters, text } from '../core/parameters.ts'
import { find, requireObject } from '../core/store.ts'
import { invalid } from '../core/stripe-error.ts'
import { refuseSecondCurrency } from '../customers/customers.routes.ts'
import { cancelIntent } from '../payments/pay.ts'
import { DAY_SECONDS, type DueStep, setDue } from '../time/due.ts'
import { change, create } from '../webhooks/emit-event.ts'
import { loadOrder, loadPurchase, type Purchase, type Session } from './purchase.ts'
import { loadPrices, requireConsistentParameters, type SessionInput, sessionInput } from './session-parameters.ts'

/** Creates a checkout session. Throws a StripeError for input that Stripe refuses. */
async function createSession(service: StripeService, input: SessionInput): Promise<Session> {
  const customer = input.customer === undefined ? undefined : await requireObject(service, 'customer', input.customer, 'customer')
  const now = service.now()
  const prices = await loadPrices(service, input)
  requireConsistentParameters(input, { customer, prices, termsUrl: await termsUrl(service), now })
  const currency = prices[0]?.currency ?? 'usd'
  const { mode, customer_update, payment_intent_data, subscription_data, expires_at = now + DAY_SECONDS } = input
  if (customer !== undefined && mode === 'subscription') await refuseSecondCurrency(service, customer.id, currency)
  const hidden: Purchase = {
    ...{
      items: prices.map(({ id }, index) => ({ price: id, quantity: input.line_items[index]?.quantity ?? 1 })),
      discount: null,
      intent: null,
      unauthenticated: null,
    },
    ...{ customer_update, payment_intent_data, subscription_data },
  }
  const order = await loadOrder(service, hidden)
  if (isTooSmall(order.total))
    throw invalid("The Checkout Session's total amount must convert to at least 50 cents.", undefined, 'amount_too_small')
  const id = makeId('checkout.session').replace('cs_test_', service.identity.livemode ? 'cs_live_' : 'cs_test_')
  const invoiceMetadata = mergeMetadata({}, input.invoice_creation?.invoice_data?.metadata)
  const session = {
    ...{ id, currency, expires_at, mode, success_url: input.success_url, cancel_url: input.cancel_url ?? null },
    ...{ amount_total: order.total, payment_status: 'unpaid', status: 'open', url: `${service.publicUrl}/stripe/checkout/${id}` },
    ...{ consent: null, discounts: [], invoice: null, payment_intent: null, subscription: null },
    allow_promotion_codes: input.allow_promotion_codes ?? null,
    client_reference_id: input.client_reference_id ?? null,
    adaptive_pricing: { enabled: false },
    consent_collection: input.consent_collection ?? null,
    custom_text: input.custom_text ?? {},
    customer: customer?.id ?? null,
    customer_creation: mode === 'subscription' ? 'always' : (input.customer_creation ?? 'if_required'),
    customer_details: customer ? { email: customer.email } : null,
    invoice_creation: { enabled: input.invoice_creation?.enabled ?? false, invoice_data: { metadata: invoiceMetadata } },
    metadata: mergeMetadata({}, input.metadata),
    payment_method_types: currency === 'eur' ? ['card', 'sepa_debit'] : ['card'],
  }
  const created = await create(service, 'checkout.session', session as unknown as Partial<Session>, hidden)
  await setDue(service, id, expires_at)
  return created
}

/** Expires a session, so that it can no longer be paid. */
export async function expireSession(service: StripeService, session: Session): Promise<Session> {
  if (session.status !== 'open')
    throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one has a status of \`${session.status}\`.`)
  const { intent } = await loadPurchase(service, session)
  if (intent !== null) await cancelIntent(service, await requireObject(service, 'payment_intent', intent))
  await setDue(service, session.id, null)
  return change(service, 'checkout.session', session, { status: 'expired', url: null }, 'checkout.session.expired')
}

/** Expires a session whose lifetime is over. */
export const expireDueSession: DueStep = async (service, id) => {
  const session = await find(service, 'checkout.session', id)
  if (session?.status === 'open') await expireSession(service, session)
}

export function checkoutSessionRoutes(api: StripeApi) {
  api.post('/checkout/sessions', sessionInput, ({ service, input }) => createSession(service, input))
  listRoute(api, '/checkout/sessions', 'checkout.session', {
    customer: text().optional(),
    status: oneOf('open', 'complete', 'expired').optional(),
  })
  retrieveRoute(api, '/checkout/sessions', 'checkout.session')
  api.post('/checkout/sessions/:id/expire', parameters({}), async ({ service, id }) =>
    expireSession(service, await requireObject(service, 'checkout.session', id)),
  )
}
