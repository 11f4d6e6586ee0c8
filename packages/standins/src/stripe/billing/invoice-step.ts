import type { StripeService } from '../context.ts'
import { collectInvoice } from '../invoices/collect-invoice.ts'
import { customerOf, finalizeInvoice } from '../invoices/finalize-invoice.ts'
import { find } from '../store.ts'
import { applyCollection } from '../subscriptions/apply-payment.ts'

/** Runs the next step of an invoice: finalizes and collects a draft, or retries a failed payment. */
export async function invoiceStep(service: StripeService, id: string): Promise<void> {
  const invoice = await find(service, 'invoice', id)
  if (invoice === undefined || !invoice.auto_advance || (await customerOf(service, invoice)) === undefined) return
  if (invoice.status !== 'draft' && invoice.status !== 'open') return
  const open = invoice.status === 'draft' ? await finalizeInvoice(service, invoice) : invoice
  await applyCollection(service, await collectInvoice(service, open, { attempt: { offSession: true }, isScheduled: true }))
}
