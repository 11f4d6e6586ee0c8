import type { StripeService } from '../context.ts'
import type { LineInput, Period } from '../invoices/lines.ts'
import type { Price } from '../kinds.ts'
import { need } from '../store.ts'
import { type Item, priceOf } from './subscription-json.ts'

export const amountOf = (price: Price, quantity: number) =>
  Math.round(Number(price.unit_amount_decimal ?? price.unit_amount ?? 0) * quantity)

/** An amount as Stripe writes it into descriptions, e.g. €19.00. */
export const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)

const every = ({ recurring }: Price) =>
  recurring === null ? '' : recurring.interval_count === 1 ? recurring.interval : `${recurring.interval_count} ${recurring.interval}s`

const productName = async (service: StripeService, price: Price) => (await need(service, 'product', price.product)).name

/** What one item costs for a period, or that the period is free. */
export async function itemLine(service: StripeService, item: Item, period: Period, isTrial: boolean): Promise<LineInput> {
  const price = priceOf(item)
  const quantity = item.quantity ?? 1
  const name = await productName(service, price)
  const unit = money(price.unit_amount ?? 0, price.currency)
  return {
    price,
    quantity,
    amount: isTrial ? 0 : amountOf(price, quantity),
    description: isTrial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${unit} / ${every(price)})`,
    period,
    subscription: item.subscription,
    subscriptionItem: item.id,
  }
}

/** A one-off item, e.g. what is bought together with a subscription. */
export async function oneOffLine(service: StripeService, price: Price, quantity: number, subscription?: string): Promise<LineInput> {
  const now = service.now()
  return {
    price,
    quantity,
    amount: amountOf(price, quantity),
    description: await productName(service, price),
    period: { start: now, end: now },
    ...(subscription !== undefined && { subscription }),
  }
}
