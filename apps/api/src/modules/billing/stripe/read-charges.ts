import type Stripe from 'stripe'
import type { charges } from '../facts/charges.table.ts'
import { NO_REFUND, type Reported, type ReportedPurchase, readDispute, readRefund } from './read-purchase.ts'
import { dateFromSeconds, idOf } from './stripe-objects.ts'

export type ReportedCharge = Reported<typeof charges.$inferSelect>

/** A charge that succeeded, with the invoice and the subscription that it was for. */
type PaidCharge = Omit<ReportedCharge, 'kind'>

/** The fields of an invoice that Stripe returns only on request. */
export const INVOICE_EXPANDS = ['data.payments', 'data.amount_paid_off_stripe']

type InvoiceDetails = { invoice_id: string; subscription_id: string | null; description: string | null }

const invoiceDetails = ({ id, description, parent, lines }: Stripe.Invoice): InvoiceDetails => ({
  invoice_id: id,
  subscription_id: idOf(parent?.subscription_details?.subscription),
  description: description ?? lines.data[0]?.description ?? null,
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
    return [{ id, payment_intent_id: null, ...invoiceDetails(invoice), amount, currency, paid_at, ...NO_REFUND }]
  })

async function readCharge(stripe: Stripe, charge: Stripe.Charge, invoice: InvoiceDetails | undefined): Promise<PaidCharge> {
  const [refund, dispute] = await Promise.all([readRefund(stripe, charge), readDispute(stripe, charge)])
  return {
    id: charge.id,
    payment_intent_id: idOf(charge.payment_intent),
    subscription_id: invoice?.subscription_id ?? null,
    invoice_id: invoice?.invoice_id ?? null,
    description: invoice?.description ?? charge.description,
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
  return await Promise.all(paid.map((charge) => readCharge(stripe, charge, invoiceByPayment.get(idOf(charge.payment_intent) ?? ''))))
}

/** Returns the charges that paid no purchase, each classified as a month of the Studio or as money from outside the checkout. */
export function classifyCharges(
  paid: readonly PaidCharge[],
  purchases: readonly ReportedPurchase[],
  studios: readonly string[],
): ReportedCharge[] {
  const ofPurchases = new Set(purchases.flatMap(({ charge_id, payment_intent_id }) => [charge_id, payment_intent_id]))
  return paid
    .filter(({ id, payment_intent_id }) => !ofPurchases.has(id) && !(payment_intent_id !== null && ofPurchases.has(payment_intent_id)))
    .map((charge) => {
      const isMonth = charge.subscription_id !== null && studios.includes(charge.subscription_id)
      return { ...charge, kind: isMonth ? 'studio_month' : 'outside' }
    })
}
