import type Stripe from 'stripe'
import { makeId } from '../ids.ts'
import type { Price } from '../kinds.ts'

export type Line = Stripe.InvoiceLineItem
export type Period = { start: number; end: number }

/** What an invoice charges for, before it is on one. */
export type LineInput = {
  price: Price
  quantity: number
  /** Of the whole line; negative for what is given back. */
  amount: number
  description: string
  period: Period
  subscription?: string
  /** None: a one-off item. */
  subscriptionItem?: string
  proration?: boolean
}

/** The SDK makes an object of a decimal; over the wire it is text. */
const decimal = (value: string | number | null) => (value === null ? null : String(value)) as Stripe.Decimal | null

const parentOf = ({ subscription = '', subscriptionItem, proration = false }: LineInput): Stripe.InvoiceLineItem.Parent =>
  subscriptionItem === undefined
    ? {
        type: 'invoice_item_details',
        invoice_item_details: {
          invoice_item: makeId('invoiceitem'),
          proration,
          proration_details: null,
          subscription: subscription || null,
        },
        subscription_item_details: null,
      }
    : {
        type: 'subscription_item_details',
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: proration ? makeId('invoiceitem') : null,
          proration,
          proration_details: null,
          subscription,
          subscription_item: subscriptionItem,
        },
      }

/** One line as it stands on the invoice. */
export const makeLine = (invoice: string, input: LineInput): Line => ({
  id: makeId('invoice_line'),
  object: 'line_item',
  amount: input.amount,
  currency: input.price.currency,
  description: input.description,
  discount_amounts: [],
  discountable: input.proration !== true,
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
