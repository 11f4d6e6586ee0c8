import type { StripeService } from '../context.ts'
import { change, emitEvent } from '../emit-event.ts'
import { all, hiddenOf, hide, save } from '../store.ts'
import { setDue } from '../time/due.ts'
import { bySubscription } from './by-subscription.ts'
import type { Invoice } from './invoice-json.ts'
import { cancelPayments, markPaymentsPaid } from './invoice-payment.ts'

/** Settled: by a payment of what is due, because nothing is, or outside Stripe, which charges nothing. */
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
    await hide(service, invoice.id, { paid_off_stripe: open.amount_remaining })
    await cancelPayments(service, invoice)
  }
  await setDue(service, invoice.id, null)
  await emitEvent(service, 'invoice.paid', invoice)
  await emitEvent(service, 'invoice.payment_succeeded', invoice)
  await markPaymentsPaid(service, invoice)
  return invoice
}

/** Returns how much of an invoice was paid outside Stripe. Answered on request alone (`expand[]`), and in no event. */
export async function paidOffStripe(service: StripeService, invoice: string): Promise<number> {
  return (await hiddenOf<{ paid_off_stripe?: number }>(service, invoice)).paid_off_stripe ?? 0
}

async function close(service: StripeService, open: Invoice, changes: Partial<Invoice>, type: string): Promise<Invoice> {
  const invoice: Invoice = { ...open, ...changes, auto_advance: false, next_payment_attempt: null }
  await save(service, 'invoice', invoice)
  await setDue(service, invoice.id, null)
  await emitEvent(service, type, invoice)
  return invoice
}

/** Not to be paid any more, and as if it had never been issued. */
export async function voidInvoice(service: StripeService, open: Invoice): Promise<Invoice> {
  await cancelPayments(service, open)
  const status_transitions = { ...open.status_transitions, voided_at: service.now() }
  return close(service, open, { status: 'void', status_transitions }, 'invoice.voided')
}

/** Not expected to be paid any more; it still may be. */
export async function markUncollectible(service: StripeService, open: Invoice): Promise<Invoice> {
  const status_transitions = { ...open.status_transitions, marked_uncollectible_at: service.now() }
  return close(service, open, { status: 'uncollectible', status_transitions }, 'invoice.marked_uncollectible')
}

/** Stripe asks for no more money by itself: drafts stay drafts, open invoices open. */
export async function stopCollecting(service: StripeService, subscription: string): Promise<void> {
  for (const invoice of await all(service, 'invoice', { and: bySubscription(service, subscription) })) {
    if (invoice.status !== 'draft' && invoice.status !== 'open') continue
    const stopped = { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null }
    await change(service, 'invoice', invoice, stopped, 'invoice.updated')
    await setDue(service, invoice.id, null)
  }
}
