import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { idOf } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { find, save } from '../store.ts'
import { setDue } from '../time/due.ts'
import type { Invoice } from './invoice-json.ts'
import { createInvoicePaymentIntent } from './invoice-payment.ts'

/** Returns the customer of an invoice; undefined if the customer was deleted. */
export async function customerOf(service: StripeService, { customer }: Invoice): Promise<Stored<'customer'> | undefined> {
  return customer === null ? undefined : find(service, 'customer', idOf(customer))
}

/** Returns the customer's next invoice number, and counts it. */
async function nextNumber(service: StripeService, customer: Stored<'customer'>): Promise<string> {
  const { invoice_prefix, next_invoice_sequence: sequence = 1 } = customer
  await save(service, 'customer', { ...customer, next_invoice_sequence: sequence + 1 })
  return `${invoice_prefix}-${String(sequence).padStart(4, '0')}`
}

/**
 * Finalizes a draft: it becomes open, gets its number and page, and can no longer change. Creates the payment intent if an amount is due.
 */
export async function finalizeInvoice(service: StripeService, draft: Invoice, { isPaid = false } = {}): Promise<Invoice> {
  const customer = await customerOf(service, draft)
  if (customer === undefined) throw new Error(`${draft.id} has no customer`)
  const now = service.now()
  const invoice: Invoice = {
    ...draft,
    status: 'open',
    number: await nextNumber(service, customer),
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: 0,
    hosted_invoice_url: `${service.publicUrl}/stripe/invoices/${draft.id}`,
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  }
  await save(service, 'invoice', invoice)
  await setDue(service, invoice.id, null)
  await emitEvent(service, 'invoice.finalized', invoice)
  if (invoice.amount_due > 0 && !isPaid) await createInvoicePaymentIntent(service, invoice)
  return invoice
}
