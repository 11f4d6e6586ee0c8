import type Stripe from 'stripe'
import type { StripeService } from '../context.ts'
import { makeId } from '../ids.ts'
import { applyDiscounts } from '../invoices/discounts.ts'
import { amountOf, makeLine } from '../invoices/lines.ts'
import type { Price, Stored } from '../kinds.ts'
import { find, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import type { SessionInput } from './session-parameters.ts'

export type Item = { id: string; price: string; quantity: number }
type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price }

type RequestedItem = SessionInput['line_items'][number]

async function resolvePrice(service: StripeService, requested: RequestedItem, name: string): Promise<Price> {
  if (requested.price === undefined) throw invalid(`You must specify either \`price\` or \`price_data\` for ${name}.`, name)
  const price = await requireObject(service, 'price', requested.price, `${name}[price]`)
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', `${name}[price]`)
  return price
}

/** Returns the requested items with their prices. */
export async function resolveLineItems(
  service: StripeService,
  requested: readonly RequestedItem[],
): Promise<{ item: Item; price: Price }[]> {
  const resolved = []
  for (const [index, item] of requested.entries()) {
    const name = `line_items[${index}]`
    const price = await resolvePrice(service, item, name)
    if (item.quantity === undefined) throw invalid(`Quantity is required. Add \`quantity\` to \`${name}\``, `${name}[quantity]`)
    resolved.push({ item: { id: makeId('line_item'), price: price.id, quantity: item.quantity }, price })
  }
  return resolved
}

export type OrderSummary = {
  lines: LineItem[]
  productNames: string[]
  /** The amounts due today, in minor units, before and after discounts. */
  subtotal: number
  discount: number
  total: number
}

type OrderInput = { items: readonly Item[]; coupon: Stored<'coupon'> | undefined; isTrial: boolean }

/** Loads the prices and computes the amounts due today. Recurring items are free during a trial. */
export async function summarizeOrder(service: StripeService, { items, coupon, isTrial }: OrderInput): Promise<OrderSummary> {
  const priced = []
  const productNames: string[] = []
  for (const { id, price: priceId, quantity } of items) {
    const price = await requireObject(service, 'price', priceId)
    const name = (await find(service, 'product', price.product))?.name ?? 'Item'
    const amount = isTrial && price.type === 'recurring' ? 0 : amountOf(price, quantity)
    const line = makeLine('', { price, quantity, amount, description: name, period: { start: 0, end: 0 } })
    productNames.push(name)
    priced.push({ id, price, quantity, line })
  }
  const discounted = applyDiscounts(
    priced.map(({ line }) => line),
    coupon === undefined ? [] : [{ discount: 'discount', coupon }],
  )
  const lines = priced.map(({ id, price, quantity, line }, index): LineItem => {
    const discount = (discounted[index]?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    return {
      id,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: discount,
      amount_subtotal: line.amount,
      amount_tax: 0,
      amount_total: line.amount - discount,
      currency: price.currency,
      description: line.description,
      metadata: {},
      price,
      quantity,
    }
  })
  const sum = (of: (line: LineItem) => number) => lines.reduce((total, line) => total + of(line), 0)
  return {
    lines,
    productNames,
    subtotal: sum((line) => line.amount_subtotal),
    discount: sum((line) => line.amount_discount),
    total: sum((line) => line.amount_total),
  }
}
