import { listResponse, type StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { refuseSecondCurrency } from '../customers/refuse-second-currency.ts'
import { change } from '../emit-event.ts'
import { idOf } from '../ids.ts'
import { hash, listParameters, mergeMetadata, metadata, oneOf, parameters, text, timeRange } from '../parameters.ts'
import { termsUrl } from '../public-details.ts'
import { findPage, insert, type Paging, requireObject } from '../store.ts'
import { invalid, noSuch } from '../stripe-error.ts'
import { setDue } from '../time/due.ts'
import { expireSession } from './expire.ts'
import { resolveLineItems, summarizeOrder } from './line-items.ts'
import { type Discount, hasTrial, loadOrder, type Purchase } from './purchase.ts'
import { refusePrices, requireConsistentParameters } from './require-consistent-parameters.ts'
import { makeSession, type Session } from './session-json.ts'
import { createInput, type SessionInput } from './session-parameters.ts'

const listInput = listParameters({
  created: timeRange.optional(),
  customer: text().optional(),
  customer_details: hash({ email: text() }).optional(),
  payment_intent: text().optional(),
  status: oneOf('open', 'complete', 'expired').optional(),
  subscription: text().optional(),
})

async function requestedDiscount(service: StripeService, input: SessionInput): Promise<Discount | null> {
  const [given] = input.discounts ?? []
  if (given === undefined) return null
  if ((given.coupon === undefined) === (given.promotion_code === undefined)) {
    throw invalid('You must specify either `coupon` or `promotion_code`.', 'discounts[0]')
  }
  if (given.coupon !== undefined) return { coupon: (await requireObject(service, 'coupon', given.coupon, 'discounts[0][coupon]')).id }
  const code = await requireObject(service, 'promotion_code', given.promotion_code ?? '', 'discounts[0][promotion_code]')
  if (!code.active || code.promotion.coupon === null) throw invalid('This promotion code is not active.', 'discounts[0][promotion_code]')
  return { coupon: idOf(code.promotion.coupon), promotion_code: code.id }
}

const MINIMUM_AMOUNT = 50

/** Creates a checkout session. Throws a StripeError for input that Stripe refuses. */
export async function createSession(service: StripeService, input: SessionInput): Promise<Session> {
  const customer = input.customer === undefined ? undefined : await requireObject(service, 'customer', input.customer, 'customer')
  requireConsistentParameters(input, { customer, termsUrl: await termsUrl(service), now: service.now() })
  const lineItems = await resolveLineItems(service, input.line_items)
  const items = lineItems.map(({ item }) => item)
  const prices = lineItems.map(({ price }) => price)
  refusePrices(input.mode, prices)
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
    waiting: null,
  }
  const order = await summarizeOrder(service, { items, coupon, isTrial: hasTrial(purchase) })
  if (order.total > 0 && order.total < MINIMUM_AMOUNT) {
    throw invalid("The Checkout Session's total amount must convert to at least 50 cents.", undefined, 'amount_too_small')
  }
  const discounts = discount === null ? [] : [{ coupon: discount.coupon, promotion_code: discount.promotion_code ?? null }]
  const session = makeSession(service, input, { currency, order, customer, discounts })
  await insert(service, 'checkout.session', session, purchase)
  await setDue(service, session.id, session.expires_at)
  return session
}

/** Returns one page of a session's line items. They are computed, not stored as objects. */
async function lineItems(service: StripeService, session: Session, { limit = 10, starting_after }: Paging) {
  const { lines } = await loadOrder(service, session)
  const first = starting_after === undefined ? 0 : lines.findIndex(({ id }) => id === starting_after) + 1
  if (starting_after !== undefined && first === 0) throw noSuch('item', starting_after, 'starting_after')
  const shown = { data: lines.slice(first, first + limit), has_more: lines.length > first + limit }
  return listResponse(`/v1/checkout/sessions/${session.id}/line_items`, shown)
}

/** Returns the first page of line items, for `expand[]=line_items`. */
export const includedLineItems = async (service: StripeService, { id }: { id?: unknown }) =>
  lineItems(service, await requireObject(service, 'checkout.session', String(id)), {})

export function checkoutSessionRoutes(api: StripeApi) {
  api.post('/checkout/sessions', createInput, ({ service, input }) => createSession(service, input))

  api.get('/checkout/sessions', listInput, async ({ service, input }) => {
    const { customer, payment_intent, status, subscription, customer_details } = input
    const where = { customer, payment_intent, status, subscription, customer_details }
    return listResponse('/v1/checkout/sessions', await findPage(service, 'checkout.session', { where, created: input.created }, input))
  })

  api.get('/checkout/sessions/:id', parameters({}), ({ service, id }) => requireObject(service, 'checkout.session', id))

  api.get('/checkout/sessions/:id/line_items', listParameters({}), async ({ service, input, id }) =>
    lineItems(service, await requireObject(service, 'checkout.session', id), input),
  )

  api.post('/checkout/sessions/:id', parameters({ metadata: metadata.optional() }), async ({ service, input, id }) => {
    const before = await requireObject(service, 'checkout.session', id)
    return change(service, 'checkout.session', before, { metadata: mergeMetadata(before.metadata ?? {}, input.metadata) })
  })

  api.post('/checkout/sessions/:id/expire', parameters({}), async ({ service, id }) =>
    expireSession(service, await requireObject(service, 'checkout.session', id)),
  )
}
