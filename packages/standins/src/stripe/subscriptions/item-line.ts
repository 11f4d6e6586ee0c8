import type { StripeService } from '../context.ts'
import { amountOf, type LineInput, productName } from '../invoices/lines.ts'
import { money } from '../money.ts'
import { find } from '../store.ts'
import { type Item, priceOf, type Subscription } from './subscription-json.ts'

/** Returns the product of a subscription's first item. */
export async function findSubscribedProduct(service: StripeService, { items }: Subscription) {
  const [item] = items.data
  return item && find(service, 'product', priceOf(item).product)
}

/** Returns the line of an item for its current period; during a trial the amount is zero. */
async function itemLine(service: StripeService, item: Item, isTrial: boolean): Promise<LineInput> {
  const price = priceOf(item)
  const quantity = item.quantity ?? 1
  const name = await productName(service, price)
  const unit = money(price.unit_amount ?? 0, price.currency)
  return {
    price,
    quantity,
    amount: isTrial ? 0 : amountOf(price, quantity),
    description: isTrial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${unit} / month)`,
    period: { start: item.current_period_start, end: item.current_period_end },
    subscription: item.subscription,
    subscriptionItem: item.id,
  }
}

/** Returns the lines of items for their current periods. */
export async function itemLines(service: StripeService, items: readonly Item[], isTrial = false): Promise<LineInput[]> {
  const lines: LineInput[] = []
  for (const item of items) lines.push(await itemLine(service, item, isTrial))
  return lines
}
