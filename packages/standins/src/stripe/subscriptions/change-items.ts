import type { StripeService } from '../context.ts'
import { amountOf, type LineInput } from '../invoices/lines.ts'
import type { Price } from '../kinds.ts'
import { find, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { type Item, makeItem, priceOf, type Subscription, withPrice } from './subscription-json.ts'

export type ItemChange = {
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: Record<string, string> | undefined
}

async function requirePrice(service: StripeService, id: string, { currency }: Subscription): Promise<Price> {
  const price = await requireObject(service, 'price', id, 'items[0][price]')
  if (price.type !== 'recurring') {
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      'items[0][price]',
    )
  }
  if (price.currency === currency) return price
  throw invalid(
    `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
    'items[0][price]',
  )
}

const changeItem = (item: Item, { quantity, metadata }: ItemChange): Item => ({
  ...item,
  ...(quantity !== undefined && { quantity }),
  ...(metadata !== undefined && { metadata: { ...item.metadata, ...metadata } }),
})

/** Returns the items after the changes. A change with an id updates or removes that item; one without an id adds an item. */
export async function changeItems(service: StripeService, subscription: Subscription, changes: readonly ItemChange[]): Promise<Item[]> {
  let items = [...subscription.items.data]
  for (const change of changes) {
    const { id } = change
    const price = change.price === undefined ? undefined : await requirePrice(service, change.price, subscription)
    if (id === undefined) {
      const [first] = items
      if (price === undefined || first === undefined)
        throw invalid('Missing required param: items[0][price].', 'items[0][price]', 'parameter_missing')
      const period = { start: service.now(), end: first.current_period_end }
      const { quantity = 1, metadata = {} } = change
      items.push(makeItem(subscription.id, { price, quantity, metadata }, period, service.now()))
      continue
    }
    if (!items.some((item) => item.id === id)) {
      throw invalid(`Invalid subscription_item id: ${id}`, 'items[0][id]', 'resource_missing')
    }
    items = items.flatMap((item) => {
      if (item.id !== id) return [item]
      return change.deleted === true ? [] : [changeItem(price === undefined ? item : withPrice(item, price), change)]
    })
  }
  if (items.length === 0) throw invalid('A subscription must have at least one active plan.', 'items')
  return items
}

const isSame = (a: Item, b: Item) => a.price.id === b.price.id && a.quantity === b.quantity

/** Returns the prorations: credits for the unused time of removed items, and charges for the remaining time of added items. */
export async function prorate(service: StripeService, before: readonly Item[], after: readonly Item[]): Promise<LineInput[]> {
  const now = service.now()
  const line = async (item: Item, sign: 1 | -1): Promise<LineInput> => {
    const { current_period_start: start, current_period_end: end } = item
    const price = priceOf(item)
    const product = await find(service, 'product', price.product)
    const remainingShare = end > start ? (end - Math.min(Math.max(now, start), end)) / (end - start) : 0
    const quantity = item.quantity ?? 1
    return {
      price,
      quantity,
      amount: sign * Math.round(amountOf(price, quantity) * remainingShare),
      description: `${sign === -1 ? 'Unused' : 'Remaining'} time on ${quantity} × ${product?.name ?? price.id} after ${new Date(now * 1000).toUTCString().slice(5, 16)}`,
      period: { start: now, end },
      subscription: item.subscription,
      subscriptionItem: item.id,
      proration: true,
    }
  }
  const removed = before.filter((item) => !after.some((other) => other.id === item.id && isSame(item, other)))
  const added = after.filter((item) => !before.some((other) => other.id === item.id && isSame(item, other)))
  const lines: LineInput[] = []
  for (const item of removed) lines.push(await line(item, -1))
  for (const item of added) lines.push(await line(item, 1))
  return lines
}
