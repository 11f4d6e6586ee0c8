import type { StripeService } from '../context.ts'
import { refuseSecondCurrency } from '../customers/refuse-second-currency.ts'
import { isTooSmall } from '../payments/minimum-amount.ts'
import { termsUrl } from '../public-details.ts'
import { insert, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { setDue } from '../time/due.ts'
import { resolveLineItems, summarizeOrder } from './line-items.ts'
import { hasTrial, type Purchase } from './purchase.ts'
import { requireConsistentParameters, requireMatchingPrices } from './require-consistent-parameters.ts'
import { makeSession, type Session } from './session-json.ts'
import type { SessionInput } from './session-parameters.ts'

/** Creates a checkout session. Throws a StripeError for input that Stripe refuses. */
export async function createSession(service: StripeService, input: SessionInput): Promise<Session> {
  const customer = input.customer === undefined ? undefined : await requireObject(service, 'customer', input.customer, 'customer')
  requireConsistentParameters(input, { customer, termsUrl: await termsUrl(service), now: service.now() })
  const lineItems = await resolveLineItems(service, input.line_items)
  const items = lineItems.map(({ item }) => item)
  const prices = lineItems.map(({ price }) => price)
  requireMatchingPrices(input.mode, prices)
  const currency = prices[0]?.currency ?? 'usd'
  if (customer !== undefined && input.mode === 'subscription') await refuseSecondCurrency(service, customer.id, currency)
  const purchase: Purchase = {
    items,
    discount: null,
    customer_update: input.customer_update ?? null,
    payment_intent_data: input.payment_intent_data ?? null,
    subscription_data: input.subscription_data ?? null,
    intent: null,
    unauthenticated: null,
  }
  const order = await summarizeOrder(service, { items, coupon: undefined, isTrial: hasTrial(purchase) })
  if (isTooSmall(order.total)) {
    throw invalid("The Checkout Session's total amount must convert to at least 50 cents.", undefined, 'amount_too_small')
  }
  const session = makeSession(service, input, { currency, order, customer })
  await insert(service, 'checkout.session', session, purchase)
  await setDue(service, session.id, session.expires_at)
  return session
}
