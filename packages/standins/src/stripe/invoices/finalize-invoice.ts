import { createHash } from 'node:crypto'
import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
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

const prefixOf = (customer: Stored<'customer'>) =>
  customer.invoice_prefix ?? createHash('sha256').update(customer.id).digest('hex').slice(0, 8).toUpperCase()

/** Assigns the customer's next invoice number and applies the customer's balance: credit pays first, and a negative total becomes credit. */
async function numberAndApplyBalance(service: StripeService, invoice: Invoice, customer: Stored<'customer'>, isPaid: boolean) {
  const sequence = customer.next_invoice_sequence ?? 1
  const credit = isPaid ? 0 : customer.balance
  const open = invoice.total + credit
  const numbered = { ...customer, invoice_prefix: prefixOf(customer), next_invoice_sequence: sequence + 1 }
  await save(service, 'customer', numbered)
  if (!isPaid) await change(service, 'customer', numbered, { balance: Math.min(open, 0) }, 'customer.updated')
  const due = Math.max(open, 0)
  return {
    number: `${prefixOf(customer)}-${String(sequence).padStart(4, '0')}`,
    starting_balance: credit,
    ending_balance: Math.min(open, 0),
    amount_due: due,
    amount_remaining: due,
  }
}

/**
 * Finalises a draft: it becomes open, gets its number and page, and can no longer change. Creates the payment intent if an amount is due.
 */
export async function finalizeInvoice(service: StripeService, draft: Invoice, { isPaid = false } = {}): Promise<Invoice> {
  const customer = await customerOf(service, draft)
  if (customer === undefined) throw new Error(`${draft.id} has no customer`)
  const url = `${service.publicUrl}/stripe/invoices/${draft.id}`
  const now = service.now()
  const invoice: Invoice = {
    ...draft,
    ...(await numberAndApplyBalance(service, draft, customer, isPaid)),
    status: 'open',
    automatically_finalizes_at: null,
    effective_at: now,
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  }
  await save(service, 'invoice', invoice)
  await setDue(service, invoice.id, null)
  await emitEvent(service, 'invoice.finalized', invoice)
  if (invoice.amount_due > 0 && !isPaid) await createInvoicePaymentIntent(service, invoice)
  return invoice
}
