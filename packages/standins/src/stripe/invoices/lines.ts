import type Stripe from 'stripe'
import type { StripeService } from '../context.ts'
import { makeId } from '../ids.ts'
import type { Price } from '../kinds.ts'
import { nulls } from '../nulls.ts'
import { requireObject } from '../store.ts'

export type Line = Stripe.InvoiceLineItem
export type Period = { start: number; end: number }

/** The input of an invoice line. */
export type LineInput = {
  price: Price
  quantity: number
  /** Total of the line in minor units. */
  amount: number
  description: string
  period: Period
  subscription?: string
  /** Absent for one-time items. */
  subscriptionItem?: string
}

/** Decimals are strings on the wire; the SDK's types show them as objects. */
const decimal = (value: string | number | null) => (value === null ? null : String(value)) as Stripe.Decimal | null

const parentOf = ({ subscription = '', subscriptionItem }: LineInput): Stripe.InvoiceLineItem.Parent =>
  subscriptionItem === undefined
    ? {
        type: 'invoice_item_details',
        invoice_item_details: {
          invoice_item: makeId('invoiceitem'),
          proration: false,
          proration_details: null,
          subscription: subscription || null,
        },
        subscription_item_details: null,
      }
    : {
        type: 'subscription_item_details',
        invoice_item_details: null,
        subscription_item_details: {
          ...nulls('invoice_item', 'proration_details'),
          proration: false,
          subscription,
          subscription_item: subscriptionItem,
        },
      }

/** Builds a line of an invoice. */
export const makeLine = (invoice: string, input: LineInput): Line => ({
  id: makeId('invoice_line'),
  object: 'line_item',
  amount: input.amount,
  currency: input.price.currency,
  description: input.description,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice,
  livemode: false,
  metadata: {},
  parent: parentOf(input),
  period: input.period,
  pretax_credit_amounts: [],
  pricing: {
    type: 'price_details',
    price_details: { price: input.price.id, product: input.price.product },
    unit_amount_decimal: decimal(input.price.unit_amount_decimal),
  },
  quantity: input.quantity,
  quantity_decimal: decimal(input.quantity),
  subscription: input.subscription ?? null,
  subtotal: input.amount,
  taxes: [],
})

/** Returns the price of a quantity in minor units. */
export const amountOf = (price: Price, quantity: number) =>
  Math.round(Number(price.unit_amount_decimal ?? price.unit_amount ?? 0) * quantity)

export const productName = async (service: StripeService, price: Price) => (await requireObject(service, 'product', price.product)).name

/** Returns the line of a one-time price, e.g. for the course of a bundle. */
export async function oneTimeLine(service: StripeService, price: Price, quantity: number, subscription?: string): Promise<LineInput> {
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
