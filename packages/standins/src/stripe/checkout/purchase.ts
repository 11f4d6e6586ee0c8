import type { StripeService } from '../core/context.ts'
import { idOf, type Price, type Stored } from '../core/kinds.ts'
import { isTooSmall } from '../core/money.ts'
import { readHidden, requireObject, updateHidden } from '../core/store.ts'
import { amountOf, type Discount, discountOf, productName } from '../invoices/invoice.ts'
import { findActiveCode } from '../products/discounts.routes.ts'
import { change } from '../webhooks/emit-event.ts'
import type { SessionInput } from './session-parameters.ts'

export type Session = Stored<'checkout.session'>

/** The buyer's details from the form. */
export type Payer = { email: string; name: string; country: string }

/** The data of a checkout session that Stripe does not show. */
export type Purchase = Pick<SessionInput, 'customer_update' | 'payment_intent_data' | 'subscription_data'> & {
  /** The ids of the prices, and how many of each; one without a number. */
  items: { price: string; quantity?: number }[]
  discount: Discount | null
  /** The id of the payment intent; null before the first attempt. */
  intent: string | null
  /** The payment that the cardholder has not authenticated yet on the bank's page. */
  unauthenticated: { method: string; payer: Payer } | null
}

export const loadPurchase = (service: StripeService, session: Session) => readHidden<Purchase>(service, session.id)

/** The amounts due today, in minor units; `total` is after the discount. */
export type Order = {
  lines: { price: Price; name: string; quantity: number; amount: number }[]
  discount: number
  total: number
}

/** Loads the prices and computes the amounts due today. Recurring items are free during a trial. */
export async function loadOrder(service: StripeService, { items, discount, subscription_data }: Purchase): Promise<Order> {
  const lines: Order['lines'] = []
  for (const { price: id, quantity = 1 } of items) {
    const price = await requireObject(service, 'price', id)
    const isFree = subscription_data?.trial_period_days !== undefined && price.type === 'recurring'
    lines.push({ price, name: await productName(service, price), quantity, amount: isFree ? 0 : amountOf(price) * quantity })
  }
  const amounts = lines.map(({ amount }) => amount)
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
  const off = discountOf(discount === null ? undefined : await requireObject(service, 'coupon', discount.coupon), amounts)
  return { lines, discount: off, total: subtotal - off }
}

/** Returns the line items as the API shows them. */
export const lineItems = ({ lines }: Order) =>
  lines.map(({ price, name, quantity, amount }, index) => ({
    ...{ id: `li_${index}`, object: 'item', currency: price.currency, description: name, price, quantity },
    ...{ amount_subtotal: amount, amount_total: amount },
  }))

/** Sets the discount and updates the amounts of the session. */
export async function setDiscount(service: StripeService, id: string, discount: Discount): Promise<void> {
  const session = await requireObject(service, 'checkout.session', id)
  await updateHidden(service, id, { discount })
  const order = await loadOrder(service, await loadPurchase(service, session))
  await change(service, 'checkout.session', session, { discounts: [discount], amount_total: order.total })
}

/** Returns the discount of a promotion code, or the reason why the code does not apply to this session. */
export async function redeem(
  service: StripeService,
  session: Session,
  text: string,
): Promise<{ discount: Discount } | { problem: string }> {
  const code = await findActiveCode(service, text)
  if (code === undefined) return { problem: 'This code is invalid.' }
  const discount = { coupon: idOf(code.promotion.coupon ?? ''), promotion_code: code.id }
  const { total } = await loadOrder(service, { ...(await loadPurchase(service, session)), discount })
  return isTooSmall(total) ? { problem: 'This code cannot be used: the rest would be less than the smallest payment.' } : { discount }
}

/** Counts the redeemed promotion code of a completed session. */
export async function countRedemption(service: StripeService, { discount }: Purchase): Promise<void> {
  if (discount === null) return
  const code = await requireObject(service, 'promotion_code', discount.promotion_code)
  await change(service, 'promotion_code', code, { times_redeemed: code.times_redeemed + 1 })
}
