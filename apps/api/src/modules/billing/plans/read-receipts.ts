import type { Receipt } from '@academy/contract'
import type Stripe from 'stripe'
import { INVOICE_EXPANDS } from '../stripe/read-charges.ts'
import { readDispute } from '../stripe/read-purchase.ts'
import { dateFromSeconds, idOf, listAll } from '../stripe/stripe-objects.ts'

/** The most invoices, and the most charges, that are loaded of each customer. Declined attempts are charges as well. */
const MOST = 1_000
/** The most that Stripe returns at once. */
const PAGE = 100

type Paged<T> = { data: T[]; has_more: boolean }

async function loadNewest<T>(list: Stripe.ApiListPromise<T>): Promise<Paged<T>> {
  const found = await listAll(list, MOST + 1)
  return { data: found.slice(0, MOST), has_more: found.length > MOST }
}

const UNPAID = ['open', 'uncollectible']

type PaidCharge = Stripe.Charge & { state: Receipt['state'] }

async function withState(stripe: Stripe, charge: Stripe.Charge): Promise<PaidCharge> {
  if (charge.refunded) return { ...charge, state: 'refunded' }
  const { dispute_status } = await readDispute(stripe, charge)
  if (dispute_status === 'lost') return { ...charge, state: 'dispute_lost' }
  return { ...charge, state: charge.amount_refunded === 0 ? 'paid' : 'partly_refunded' }
}

/** Returns what an invoice is for, with the number of seats. A bundle also has a line for its free months. */
function descriptionOf({ description, lines }: Stripe.Invoice): string {
  const line = lines.data.toSorted((a, b) => b.amount - a.amount)[0]
  const name = description ?? line?.description ?? 'Invoice'
  return line?.quantity && line.quantity > 1 ? `${name}, ${line.quantity} seats` : name
}

const fromInvoice = (invoice: Stripe.Invoice, charge: PaidCharge | undefined): Receipt => ({
  id: invoice.id,
  at: dateFromSeconds(invoice.status_transitions.paid_at ?? invoice.created).toISOString(),
  description: descriptionOf(invoice),
  amount: invoice.total,
  currency: invoice.currency,
  state: invoice.status === 'paid' ? (charge?.state ?? 'paid') : 'open',
  url: invoice.hosted_invoice_url ?? charge?.receipt_url ?? null,
})

const fromCharge = (charge: PaidCharge): Receipt => ({
  id: charge.id,
  at: dateFromSeconds(charge.created).toISOString(),
  description: charge.description ?? 'Payment',
  amount: charge.amount,
  currency: charge.currency,
  state: charge.state,
  url: charge.receipt_url,
})

const paymentsOf = (invoice: Stripe.Invoice): string[] =>
  (invoice.payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])

/** Returns whether to list an invoice: its total is above 0, and it is paid, or it is unpaid and its subscription has not ended. */
const isShown = ({ status, total, parent }: Stripe.Invoice, endedSubscriptions: readonly string[]): boolean =>
  total > 0 &&
  (status === 'paid' ||
    (UNPAID.includes(status ?? '') && !endedSubscriptions.includes(idOf(parent?.subscription_details?.subscription) ?? '')))

/** Joins invoices with the charges that paid them. A charge without an invoice is a receipt of its own; free months have no receipt. */
function join(invoices: Paged<Stripe.Invoice>, paid: readonly PaidCharge[], endedSubscriptions: readonly string[]): Receipt[] {
  const byPayment = new Map(paid.map((charge) => [idOf(charge.payment_intent) ?? charge.id, charge]))
  const invoiced = new Set(invoices.data.flatMap(paymentsOf))
  // Leaves out charges older than the oldest loaded invoice, because their own invoices may not be loaded.
  const oldest = invoices.has_more ? (invoices.data.at(-1)?.created ?? 0) : 0
  const alone = paid.filter(({ payment_intent, created }) => !invoiced.has(idOf(payment_intent) ?? '') && created >= oldest)
  const billed = invoices.data
    .filter((invoice) => isShown(invoice, endedSubscriptions))
    .map((invoice) => fromInvoice(invoice, paymentsOf(invoice).flatMap((payment) => byPayment.get(payment) ?? [])[0]))
  return [...billed, ...alone.map(fromCharge)]
}

/**
 * Loads the receipts of these customers from Stripe, newest first. Leaves out the unpaid invoices of ended subscriptions, because paying
 * them opens nothing. `has_more`: older receipts are in the billing portal.
 */
export async function readReceipts(
  stripe: Stripe,
  { customers, endedSubscriptions }: { customers: readonly string[]; endedSubscriptions: readonly string[] },
): Promise<{ receipts: Receipt[]; has_more: boolean }> {
  const listed = await Promise.all(
    customers.map(async (customer) => {
      const [invoices, charges] = await Promise.all([
        loadNewest(stripe.invoices.list({ customer, limit: PAGE, expand: INVOICE_EXPANDS })),
        loadNewest(stripe.charges.list({ customer, limit: PAGE })),
      ])
      const succeeded = charges.data.filter(({ status, captured }) => status === 'succeeded' && captured)
      const paid = await Promise.all(succeeded.map((charge) => withState(stripe, charge)))
      return { receipts: join(invoices, paid, endedSubscriptions), has_more: invoices.has_more || charges.has_more }
    }),
  )
  const receipts = listed.flatMap(({ receipts }) => receipts).toSorted((a, b) => b.at.localeCompare(a.at))
  return { receipts, has_more: listed.some(({ has_more }) => has_more) }
}
