import type Stripe from 'stripe'
import type { StripeService } from '../core/context.ts'
import { makeId, type Price, type Stored } from '../core/kinds.ts'
import { find, requireObject, save } from '../core/store.ts'
import { setDue } from '../time/due.ts'
import { create } from '../webhooks/emit-event.ts'

export type Invoice = Stripe.Invoice
export type Discount = { coupon: string; promotion_code: string }

/** The input of an invoice line. `amount` is the total of the line in minor units. */
export type LineInput = {
  price: Price
  /** One without a number. */
  quantity?: number
  amount: number
  description: string
  period: { start: number; end: number }
  /** Absent for one-time items. */
  item?: { subscription: string; subscription_item: string }
}

const makeLine = ({ amount, quantity = 1, description, period, item }: LineInput) => ({
  id: makeId('invoice_line'),
  object: 'line_item',
  amount,
  quantity,
  description,
  period,
  parent: item
    ? { type: 'subscription_item_details', subscription_item_details: { ...item, proration: false } }
    : { type: 'invoice_item_details' },
})

/** Returns the amount of a price in minor units. */
export const amountOf = ({ unit_amount }: Price): number => unit_amount ?? 0

export const productName = async (service: StripeService, price: Price) => (await requireObject(service, 'product', price.product)).name

/** Returns the line of a one-time price, e.g. for the course of a bundle. */
export async function oneTimeLine(service: StripeService, price: Price, quantity = 1): Promise<LineInput> {
  const now = service.now()
  return {
    price,
    quantity,
    amount: amountOf(price) * quantity,
    description: await productName(service, price),
    period: { start: now, end: now },
  }
}

/** Returns what a coupon takes off these amounts. Each amount is rounded. */
export const discountOf = (coupon: Stripe.Coupon | undefined, amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round((amount * (coupon?.percent_off ?? 0)) / 100), 0)

/** Returns the SQL condition for the invoices of a subscription. An index covers it. */
export const bySubscription = ({ sql }: StripeService, subscription: string) =>
  sql`and data->'parent'->'subscription_details'->>'subscription' = ${subscription}`

/** Returns the id of the invoice's subscription, if it has one. */
export const subscriptionOf = ({ parent }: Invoice) => parent?.subscription_details?.subscription as string | undefined

/** Returns the customer of an invoice; undefined if the customer was deleted. */
export const customerOf = (service: StripeService, { customer }: Invoice): Promise<Stored<'customer'> | undefined> =>
  find(service, 'customer', String(customer))

type DraftInput = {
  id?: string
  customer: string
  lines: readonly LineInput[]
  coupon?: Stripe.Coupon | undefined
  billingReason: NonNullable<Invoice['billing_reason']>
  subscription?: Pick<Stripe.Subscription, 'id' | 'metadata'>
  /** Whether Stripe finalizes and collects the invoice after an hour. */
  autoAdvance?: boolean
  metadata?: Record<string, string>
}

/** Stripe finalizes a renewal's draft after about an hour. */
const DRAFT_SECONDS = 3600

/** Stores a new draft. Automatic tax adds nothing, as in an account without tax registrations. */
export async function draftInvoice(service: StripeService, { customer, subscription, lines, ...input }: DraftInput): Promise<Invoice> {
  const { id = makeId('invoice'), autoAdvance: auto_advance = false, billingReason: billing_reason, metadata = {} } = input
  const amounts = lines.map(({ amount }) => amount)
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0)
  const total = subtotal - discountOf(input.coupon, amounts)
  const draft = {
    ...{ id, auto_advance, billing_reason, customer, metadata, total },
    ...{ amount_due: total, amount_paid: 0, amount_remaining: total, attempt_count: 0, currency: lines[0]?.price.currency ?? 'usd' },
    ...{ description: null, hosted_invoice_url: null, next_payment_attempt: null, number: null, status: 'draft' as const },
    collection_method: 'charge_automatically' as const,
    lines: { object: 'list', data: lines.map(makeLine), has_more: false },
    parent: subscription
      ? { type: 'subscription_details', subscription_details: { metadata: subscription.metadata, subscription: subscription.id } }
      : null,
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null },
  }
  const invoice = await create(service, 'invoice', draft as unknown as Invoice)
  if (auto_advance) await setDue(service, id, service.now() + DRAFT_SECONDS)
  return invoice
}

/** Finalizes a draft: it becomes open, gets its number and page, and can no longer change. */
export async function finalizeDraft(service: StripeService, draft: Invoice): Promise<Invoice> {
  const invoice: Invoice = {
    ...draft,
    status: 'open',
    number: `${draft.id.slice(-8).toUpperCase()}-0001`,
    hosted_invoice_url: `${service.publicUrl}/stripe/invoices/${draft.id}`,
    status_transitions: { ...draft.status_transitions, finalized_at: service.now() },
  }
  await save(service, 'invoice', invoice)
  await setDue(service, invoice.id, null)
  return invoice
}
