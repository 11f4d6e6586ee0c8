import type { StripeService } from '../context.ts'
import { markPaid } from '../invoices/close-invoice.ts'
import { collectInvoice } from '../invoices/collect-invoice.ts'
import { finalizeInvoice } from '../invoices/finalize-invoice.ts'
import type { Invoice } from '../invoices/invoice-json.ts'
import { invalid } from '../stripe-error.ts'
import { applyCollection } from '../subscriptions/apply-payment.ts'

type Options = { paymentMethod?: string | undefined; offSession: boolean; outOfBand?: boolean }

const PAYABLE = ['draft', 'open', 'uncollectible']

function requirePayable({ status }: Invoice) {
  if (status === 'paid') throw invalid('Invoice is already paid')
  if (!PAYABLE.includes(status ?? '')) throw invalid(`This invoice can no longer be paid because it has a status of ${status}.`)
}

/** Pays an invoice on request. Throws a StripeError if the payment fails; the failed attempt stays stored. */
export async function payInvoice(
  service: StripeService,
  invoice: Invoice,
  { paymentMethod, offSession, outOfBand }: Options,
): Promise<Invoice> {
  requirePayable(invoice)
  const open = invoice.status === 'draft' ? await finalizeInvoice(service, invoice) : invoice
  if (outOfBand === true) {
    const paid = await markPaid(service, open, { outOfBand })
    await applyCollection(service, { result: 'paid', invoice: paid })
    return paid
  }
  const collected = await collectInvoice(service, open, { paymentMethod, attempt: { offSession }, isScheduled: false })
  await applyCollection(service, collected)
  if (collected.result === 'failed') throw collected.error
  return collected.invoice
}
