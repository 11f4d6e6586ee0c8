import type { StripeService } from '../context.ts'
import { refuseSecondCurrency } from '../customers/refuse-second-currency.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import { collectInvoice } from '../invoices/collect-invoice.ts'
import { createDiscounts, type Discount } from '../invoices/create-discounts.ts'
import { draftInvoice } from '../invoices/draft-invoice.ts'
import { finalizeInvoice } from '../invoices/finalize-invoice.ts'
import type { Invoice } from '../invoices/invoice-json.ts'
import { oneTimeLine } from '../invoices/lines.ts'
import type { Price, Stored } from '../kinds.ts'
import type { Attempt } from '../payments/pay.ts'
import { insert, requireObject } from '../store.ts'
import { invalid, StripeError, wrongCurrency } from '../stripe-error.ts'
import { addMonths } from '../time/cycle.ts'
import { DAY_SECONDS } from '../time/day.ts'
import { applyCollection } from './apply-payment.ts'
import { schedule } from './due-date.ts'
import { itemLines } from './item-line.ts'
import { type Item, makeItem, makeSubscription, type Subscription } from './subscription-json.ts'

type ItemInput = { price: string; quantity: number }

type NewSubscription = {
  customer: string
  items: ItemInput[]
  /** One-time prices on the first invoice, e.g. the course of a bundle. */
  addInvoiceItems?: ItemInput[]
  /** End of the trial, in seconds since 1970. */
  trialEnd?: number | undefined
  metadata?: Record<string, string>
  /** The payment method of all invoices. Default: the customer's. */
  paymentMethod?: string
  discounts?: Discount[]
  automaticTax?: boolean
  /** Whether a declined first payment creates an incomplete subscription, instead of a 402 without one. */
  allowsIncomplete?: boolean
  /** Default: off session. */
  attempt?: Attempt
  checkoutSession?: string
}

/** Returns the end of a trial that starts now, in seconds; undefined without a trial. */
export const trialEndOf = (days: number | undefined, now: number) => (days === undefined ? undefined : now + days * DAY_SECONDS)

async function requirePrice(service: StripeService, id: string, param: string, type: Price['type']): Promise<Price> {
  const price = await requireObject(service, 'price', id, param)
  if (price.type !== type) {
    throw invalid(`The price specified is set to \`type=${price.type}\` but this field only accepts prices with \`type=${type}\`.`, param)
  }
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', param)
  return price
}

function requireSameCurrency(prices: readonly Price[]): string {
  const [first, ...rest] = prices
  const other = rest.find(({ currency }) => currency !== first?.currency)
  if (first === undefined) throw invalid('Missing required param: items.', 'items', 'parameter_missing')
  if (other === undefined) return first.currency
  throw wrongCurrency(other.currency, first.currency, 'items')
}

async function makeItems(service: StripeService, id: string, input: NewSubscription, now: number) {
  const items: Item[] = []
  for (const [index, itemInput] of input.items.entries()) {
    const price = await requirePrice(service, itemInput.price, `items[${index}][price]`, 'recurring')
    const end = input.trialEnd ?? addMonths(now, 1)
    items.push(makeItem(id, { price, quantity: itemInput.quantity }, { start: now, end }, now))
  }
  return items
}

async function makeLines(service: StripeService, id: string, items: readonly Item[], input: NewSubscription) {
  const lines = await itemLines(service, items, input.trialEnd !== undefined)
  for (const [index, itemInput] of (input.addInvoiceItems ?? []).entries()) {
    const price = await requirePrice(service, itemInput.price, `add_invoice_items[${index}][price]`, 'one_time')
    lines.push(await oneTimeLine(service, price, itemInput.quantity, id))
  }
  return lines
}

const withoutRolledBackObjects = ({ message, status, type, code, param, more: { decline_code } }: StripeError) =>
  new StripeError(message, { status, type, code, param, more: decline_code === undefined ? {} : { decline_code } })

async function payFirstInvoice(service: StripeService, draft: Invoice, input: NewSubscription) {
  const open = await finalizeInvoice(service, draft)
  const attempt = input.attempt ?? { offSession: true }
  const collected = await collectInvoice(service, open, { attempt, isScheduled: false })
  // the error rolls the subscription back, so that the customer can retry with another card
  if (collected.result === 'failed' && input.allowsIncomplete !== true) throw withoutRolledBackObjects(collected.error)
  await applyCollection(service, collected)
}

const NO_CARD =
  'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.'

function requireCard({ invoice_settings }: Stored<'customer'>, { paymentMethod }: NewSubscription) {
  if (paymentMethod !== undefined || invoice_settings.default_payment_method !== null) return
  throw invalid(NO_CARD, undefined, 'resource_missing')
}

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
  const id = makeId('subscription')
  const items = await makeItems(service, id, input, now)
  const lines = await makeLines(service, id, items, input)
  const currency = requireSameCurrency(lines.map(({ price }) => price))
  const isPaymentDue = lines.some(({ amount }) => amount > 0)
  if (isPaymentDue) requireCard(customer, input)
  await refuseSecondCurrency(service, customer.id, currency)
  const owner = { customer: customer.id, subscription: id, checkoutSession: input.checkoutSession }
  const appliedDiscounts = await createDiscounts(service, input.discounts ?? [], owner)

  const invoiceId = makeId('invoice')
  const subscription = makeSubscription({
    id,
    customer: customer.id,
    items,
    currency,
    status: isPaymentDue ? 'incomplete' : input.trialEnd === undefined ? 'active' : 'trialing',
    created: now,
    anchor: input.trialEnd ?? now,
    trialEnd: input.trialEnd ?? null,
    paymentMethod: input.paymentMethod ?? null,
    invoice: invoiceId,
    discounts: appliedDiscounts.map(({ discount }) => discount),
    metadata: input.metadata ?? {},
    automaticTax: input.automaticTax ?? false,
  })
  await insert(service, 'subscription', subscription)
  await schedule(service, subscription)
  await emitEvent(service, 'customer.subscription.created', subscription)
  const draft = await draftInvoice(service, {
    id: invoiceId,
    customer,
    currency,
    lines,
    appliedDiscounts,
    billingReason: 'subscription_create',
    subscription: { id, metadata: subscription.metadata },
    period: { start: now, end: now },
    autoAdvance: false,
    automaticTax: input.automaticTax ?? false,
  })
  await payFirstInvoice(service, draft, input)
  return { subscription: await requireObject(service, 'subscription', id), invoice: await requireObject(service, 'invoice', invoiceId) }
}
