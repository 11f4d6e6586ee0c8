import type { StripeService } from '../context.ts'
import { refuseSecondCurrency } from '../customers/refuse-second-currency.ts'
import { idOf } from '../ids.ts'
import type { Discount } from '../invoices/create-discounts.ts'
import { isTooSmall } from '../payments/minimum-amount.ts'
import { termsUrl } from '../public-details.ts'
import { insert, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { setDue } from '../time/due.ts'
import { resolveLineItems, summarizeOrder } from './line-items.ts'
import { hasTrial, type Purchase } from './purchase.ts'
import { isUsedUp } from './redeem.ts'
import { requireConsistentParameters, requireMatchingPrices } from './require-consistent-parameters.ts'
import { makeSession, type Session } from './session-json.ts'
import type { SessionInput } from './session-parameters.ts'

async function requestedDiscount(service: StripeService, input: SessionInput): Promise<Discount | null> {
  const [given] = input.discounts ?? []
  if (given === undefined) return null
  if ((given.coupon === undefined) === (given.promotion_code === undefined)) {
    throw invalid('You must specify either `coupon` or `promotion_code`.', 'discounts[0]')
  }
  if (given.coupon !== undefined) return { coupon: (await requireObject(service, 'coupon', given.coupon, 'discounts[0][coupon]')).id }
  const code = await requireObject(service, 'promotion_code', given.promotion_code ?? '', 'discounts[0][promotion_code]')
  if (!code.active || code.promotion.coupon === null || isUsedUp(code))
    throw invalid('This promotion code is not active.', 'discounts[0][promotion_code]')
  return { coupon: idOf(code.promotion.coupon), promotion_code: code.id }
}

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
  const discount = await requestedDiscount(service, input)
  const coupon = discount === null ? undefined : await requireObject(service, 'coupon', discount.coupon)
  const purchase: Purchase = {
    items,
    discount,
    customer_update: input.customer_update ?? null,
    payment_intent_data: input.payment_intent_data ?? null,
    subscription_data: input.subscription_data ?? null,
    intent: null,
    unauthenticated: null,
  }
  const order = await summarizeOrder(service, { items, coupon, isTrial: hasTrial(purchase) })
  if (isTooSmall(order.total)) {
    throw invalid("The Checkout Session's total amount must convert to at least 50 cents.", undefined, 'amount_too_small')
  }
  const discounts = discount === null ? [] : [{ coupon: discount.coupon, promotion_code: discount.promotion_code ?? null }]
  const session = makeSession(service, input, { currency, order, customer, discounts })
  await insert(service, 'checkout.session', session, purchase)
  await setDue(service, session.id, session.expires_at)
  return session
}
