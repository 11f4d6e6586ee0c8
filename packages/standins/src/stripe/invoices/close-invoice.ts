import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { findAll, readHidden, save, updateHidden } from '../store.ts'
import { setDue } from '../time/due.ts'
import { bySubscription } from './by-subscription.ts'
import type { Invoice } from './invoice-json.ts'
import { cancelPayments, markPaymentsPaid } from './invoice-payment.ts'

/** Marks an invoice as paid: by a payment, because nothing is due, or outside Stripe (`outOfBand`). */
export async function markPaid(service: StripeService, open: Invoice, { outOfBand = false } = {}): Promise<Invoice> {
  const invoice: Invoice = {
    ...open,
    status: 'paid',
    attempted: true,
    auto_advance: false,
    amount_paid: open.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...open.status_transitions, paid_at: service.now() },
  }
  await save(service, 'invoice', invoice)
  if (outOfBand) {
    await updateHidden(service, invoice.id, { paid_off_stripe: open.amount_remaining })
    await cancelPayments(service, invoice)
  }
  await setDue(service, invoice.id, null)
  await emitEvent(service, 'invoice.paid', invoice)
  await emitEvent(service, 'invoice.payment_succeeded', invoice)
  await markPaymentsPaid(service, invoice)
  return invoice
}

/** Returns the amount paid outside Stripe. Stripe shows it only for `expand[]`, and never in events. */
export async function paidOffStripe(service: StripeService, invoice: string): Promise<number> {
  return (await readHidden<{ paid_off_stripe?: number }>(service, invoice)).paid_off_stripe ?? 0
}

/** Voids an invoice, as if it had never been issued. */
export async function voidInvoice(service: StripeService, open: Invoice): Promise<Invoice> {
  await cancelPayments(service, open)
  const status_transitions = { ...open.status_transitions, voided_at: service.now() }
  const invoice: Invoice = { ...open, status: 'void', status_transitions, auto_advance: false, next_payment_attempt: null }
  await save(service, 'invoice', invoice)
  await setDue(service, invoice.id, null)
  await emitEvent(service, 'invoice.voided', invoice)
  return invoice
}

/** Stops automatic collection of a subscription's draft and open invoices. */
export async function stopCollecting(service: StripeService, subscription: string): Promise<void> {
  for (const invoice of await findAll(service, 'invoice', { and: bySubscription(service, subscription) })) {
    if (invoice.status !== 'draft' && invoice.status !== 'open') continue
    const stopped = { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null }
    await change(service, 'invoice', invoice, stopped, 'invoice.updated')
    await setDue(service, invoice.id, null)
  }
}
