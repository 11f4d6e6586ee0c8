import type { StripeService } from '../core/context.ts'
import { makeId, type Price, type Stored } from '../core/kinds.ts'
import { requireObject } from '../core/store.ts'
import { invalid, StripeError, wrongCurrency } from '../core/stripe-error.ts'
import { refuseSecondCurrency } from '../customers/customers.routes.ts'
import { collectInvoice, finalizeInvoice } from '../invoices/collect-invoice.ts'
import { type Discount, draftInvoice, type Invoice, oneTimeLine } from '../invoices/invoice.ts'
import type { Attempt } from '../payments/pay.ts'
import { addMonths } from '../time/cycle.ts'
import { DAY_SECONDS } from '../time/due.ts'
import { create, emitEvent } from '../webhooks/emit-event.ts'
import { applyCollection } from './renew-subscription.ts'
import { itemLines, itemList, makeItem, type Subscription, schedule } from './subscription.ts'

type NewSubscription = {
  customer: string
  /** Ids of prices. */
  items: string[]
  /** Ids of one-time prices on the first invoice, e.g. the course of a bundle. */
  addInvoiceItems?: string[]
  trialDays: number | undefined
  metadata: Record<string, string>
  /** The payment method of all invoices. Default: the customer's. */
  paymentMethod?: string | undefined
  discount?: Discount | null
  /** Whether a declined first payment creates an incomplete subscription, instead of a 402 without one. */
  allowsIncomplete?: boolean
  attempt: Attempt
}

async function requirePrices(service: StripeService, ids: readonly string[], name: string, type: Price['type']): Promise<Price[]> {
  const prices: Price[] = []
  for (const [index, id] of ids.entries()) {
    const param = `${name}[${index}][price]`
    const price = await requireObject(service, 'price', id, param)
    if (price.type !== type) {
      throw invalid(`The price specified is set to \`type=${price.type}\` but this field only accepts prices with \`type=${type}\`.`, param)
    }
    if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', param)
    prices.push(price)
  }
  return prices
}

function requireSameCurrency(prices: readonly Price[]): string {
  const [first, ...rest] = prices
  const other = rest.find(({ currency }) => currency !== first?.currency)
  if (first === undefined) throw invalid('Missing required param: items.', 'items', 'parameter_missing')
  if (other === undefined) return first.currency
  throw wrongCurrency(other.currency, first.currency, 'items')
}

async function payFirstInvoice(service: StripeService, draft: Invoice, { attempt, allowsIncomplete = false }: NewSubscription) {
  const collected = await collectInvoice(service, await finalizeInvoice(service, draft), { attempt, isScheduled: false })
  // the error rolls the subscription back, so that the customer can retry with another card
  if (collected.result === 'failed' && !allowsIncomplete)
    throw new StripeError(collected.error.message, { ...collected.error, commitsDespiteError: false })
  await applyCollection(service, collected)
}

const NO_CARD =
  'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.'

/**
 * Creates a subscription with its first invoice and collects it. The items of a trial are free; one-time prices are charged at once.
 * Call it within a write. Throws a StripeError for invalid input and declined cards.
 */
export async function createSubscription(
  service: StripeService,
  input: NewSubscription,
): Promise<{ subscription: Subscription; invoice: Invoice }> {
  const customer: Stored<'customer'> = await requireObject(service, 'customer', input.customer, 'customer')
  const now = service.now()
  const trialEnd = input.trialDays === undefined ? null : now + input.trialDays * DAY_SECONDS
  const id = makeId('subscription')
  const prices = await requirePrices(service, input.items, 'items', 'recurring')
  const items = prices.map((price) => makeItem(id, price, { start: now, end: trialEnd ?? addMonths(now, 1) }))
  const lines = await itemLines(service, items, trialEnd !== null)
  for (const price of await requirePrices(service, input.addInvoiceItems ?? [], 'add_invoice_items', 'one_time'))
    lines.push(await oneTimeLine(service, price))
  const currency = requireSameCurrency(lines.map(({ price }) => price))
  const isPaymentDue = lines.some(({ amount }) => amount > 0)
  if (isPaymentDue && input.paymentMethod === undefined && customer.invoice_settings.default_payment_method === null)
    throw invalid(NO_CARD, undefined, 'resource_missing')
  await refuseSecondCurrency(service, customer.id, currency)
  const coupon = input.discount ? await requireObject(service, 'coupon', input.discount.coupon) : undefined
  const discount = coupon && (await create(service, 'discount', { source: { coupon: coupon.id, type: 'coupon' } }))

  const invoiceId = makeId('invoice')
  const fields = {
    ...{ id, created: now, currency, customer: customer.id, items: itemList(items), metadata: input.metadata, start_date: now },
    ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null, ended_at: null },
    ...{ billing_cycle_anchor: trialEnd ?? now, trial_end: trialEnd },
    cancellation_details: { comment: null, feedback: null, reason: null } as Subscription['cancellation_details'],
    default_payment_method: input.paymentMethod ?? null,
    discounts: discount ? [discount.id] : [],
    latest_invoice: invoiceId,
    status: isPaymentDue ? ('incomplete' as const) : trialEnd === null ? ('active' as const) : ('trialing' as const),
  }
  const subscription = await create(service, 'subscription', fields)
  await emitEvent(service, 'customer.subscription.created', subscription)
  await schedule(service, subscription)
  const billingReason = 'subscription_create'
  const draft = await draftInvoice(service, { id: invoiceId, customer: customer.id, lines, coupon, billingReason, subscription })
  await payFirstInvoice(service, draft, input)
  return { subscription: await requireObject(service, 'subscription', id), invoice: await requireObject(service, 'invoice', invoiceId) }
}
