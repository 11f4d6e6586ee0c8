import type Stripe from 'stripe'
import type { charges } from '../facts/charges.table.ts'
import { NO_REFUND, type Reported, type ReportedPurchase, readDispute, readRefund } from './read-purchase.ts'
import { dateFromSeconds, idOf } from './stripe-objects.ts'

export type ReportedCharge = Reported<typeof charges.$inferSelect>

/** A charge that succeeded, with the invoice and the subscription that it was for. */
type PaidCharge = Omit<ReportedCharge, 'kind' | 'coupon'>

/** The fields of an invoice that Stripe returns only on request. */
export const INVOICE_EXPANDS = ['data.payments', 'data.amount_paid_off_stripe']

type InvoiceDetails = { invoice_id: string; subscription_id: string | null; description: string | null; isRenewal: boolean }

const invoiceDetails = ({ id, billing_reason, description, parent, lines }: Stripe.Invoice): InvoiceDetails => ({
  invoice_id: id,
  subscription_id: idOf(parent?.subscription_details?.subscription),
  description: description ?? lines.data[0]?.description ?? null,
  isRenewal: billing_reason === 'subscription_cycle',
})

/** Returns the invoices by the ids of the payments that paid them. */
function invoicesByPayment(invoices: readonly Stripe.Invoice[]): Map<string, InvoiceDetails> {
  return new Map(
    invoices.flatMap((invoice) =>
      (invoice.payments?.data ?? []).flatMap(({ payment }) => {
        const intent = idOf(payment.payment_intent)
        return intent === null ? [] : [[intent, invoiceDetails(invoice)] as const]
      }),
    ),
  )
}

/** Returns payments outside Stripe. They have no charge, so their invoice's id identifies them, and Stripe knows no refund of them. */
export const readOffStripe = (invoices: readonly Stripe.Invoice[]): PaidCharge[] =>
  invoices.flatMap((invoice) => {
    const { id, amount_paid_off_stripe: amount = 0, currency, created, status_transitions } = invoice
    if (amount === 0) return []
    const paid_at = dateFromSeconds(status_transitions.paid_at ?? created)
    const { isRenewal: _, ...details } = invoiceDetails(invoice)
    return [{ id, payment_intent_id: null, ...details, country: null, recovered: false, amount, currency, paid_at, ...NO_REFUND }]
  })

/** Returns whether an earlier attempt to collect the payment of a charge failed. */
const hadFailed = (charge: Stripe.Charge, listed: readonly Stripe.Charge[]): boolean =>
  listed.some(
    ({ payment_intent, status, created }) =>
      status === 'failed' && created <= charge.created && payment_intent !== null && idOf(payment_intent) === idOf(charge.payment_intent),
  )

async function readCharge(
  stripe: Stripe,
  charge: Stripe.Charge,
  { invoice, listed }: { invoice: InvoiceDetails | undefined; listed: readonly Stripe.Charge[] },
): Promise<PaidCharge> {
  const [refund, dispute] = await Promise.all([readRefund(stripe, charge), readDispute(stripe, charge)])
  return {
    id: charge.id,
    payment_intent_id: idOf(charge.payment_intent),
    subscription_id: invoice?.subscription_id ?? null,
    invoice_id: invoice?.invoice_id ?? null,
    description: invoice?.description ?? charge.description,
    country: charge.billing_details?.address?.country ?? null,
    recovered: invoice?.isRenewal === true && hadFailed(charge, listed),
    amount: charge.amount,
    currency: charge.currency,
    paid_at: dateFromSeconds(charge.created),
    ...refund,
    ...dispute,
  }
}

/** Loads refunds and disputes of the successful charges. */
export async function readCharges(
  stripe: Stripe,
  listed: readonly Stripe.Charge[],
  invoices: readonly Stripe.Invoice[],
): Promise<PaidCharge[]> {
  const invoiceByPayment = invoicesByPayment(invoices)
  const paid = listed.filter(({ status, captured }) => status === 'succeeded' && captured)
  const invoiceOf = ({ payment_intent }: Stripe.Charge) => invoiceByPayment.get(idOf(payment_intent) ?? '')
  return await Promise.all(paid.map((charge) => readCharge(stripe, charge, { invoice: invoiceOf(charge), listed })))
}

type KnownPayments = {
  purchases: readonly ReportedPurchase[]
  /** The subscriptions of the Studio. */
  studios: readonly string[]
  /** The codes of the checkouts, by their invoices. */
  coupons: ReadonlyMap<string | null, string | null>
}

/** Returns the charges that paid no purchase, each classified as a month of the Studio or as money from outside the checkout. */
export function classifyCharges(paid: readonly PaidCharge[], { purchases, studios, coupons }: KnownPayments): ReportedCharge[] {
  const ofPurchases = new Set(purchases.flatMap(({ charge_id, payment_intent_id }) => [charge_id, payment_intent_id]))
  return paid
    .filter(({ id, payment_intent_id }) => !ofPurchases.has(id) && !(payment_intent_id !== null && ofPurchases.has(payment_intent_id)))
    .map((charge) => {
      const isMonth = charge.subscription_id !== null && studios.includes(charge.subscription_id)
      const coupon = charge.invoice_id === null ? null : (coupons.get(charge.invoice_id) ?? null)
      return { ...charge, coupon, kind: isMonth ? 'studio_month' : 'outside' }
    })
}
