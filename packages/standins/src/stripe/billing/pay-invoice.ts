import type { StripeService } from '../core/context.ts'
import { invalid } from '../core/stripe-error.ts'
import { collectInvoice, finalizeInvoice, markPaid } from '../invoices/collect-invoice.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { applyCollection } from '../subscriptions/renew-subscription.ts'

type Options = { paymentMethod?: string | undefined; offSession: boolean; outOfBand?: boolean }

/** Pays an invoice on request. Throws a StripeError if the payment fails; the failed attempt stays stored. */
export async function payInvoice(
  service: StripeService,
  invoice: Invoice,
  { paymentMethod, offSession, outOfBand = false }: Options,
): Promise<Invoice> {
  const { status } = invoice
  if (status === 'paid') throw invalid('Invoice is already paid')
  if (status !== 'draft' && status !== 'open') throw invalid(`This invoice can no longer be paid because it has a status of ${status}.`)
  const open = status === 'draft' ? await finalizeInvoice(service, invoice) : invoice
  const collected = outOfBand
    ? { result: 'paid' as const, invoice: await markPaid(service, open, { outOfBand }) }
    : await collectInvoice(service, open, { paymentMethod, attempt: { offSession }, isScheduled: false })
  await applyCollection(service, collected)
  if (collected.result === 'failed') throw collected.error
  return collected.invoice
}
