import type { StripeService } from '../core/context.ts'
import { idOf } from '../core/kinds.ts'
import { find } from '../core/store.ts'
import { collectInvoice, finalizeInvoice, voidInvoice } from '../invoices/collect-invoice.ts'
import { customerOf } from '../invoices/invoice.ts'
import { applyCollection, renewSubscription } from '../subscriptions/renew-subscription.ts'
import {
  announceTrialEnd,
  cancelSubscription,
  changeSubscription,
  type Subscription,
  schedule,
  stepOf,
} from '../subscriptions/subscription.ts'

/** Runs the next step of an invoice: finalizes and collects a draft, or retries a failed payment. */
export async function invoiceStep(service: StripeService, id: string): Promise<void> {
  const invoice = await find(service, 'invoice', id)
  if (invoice === undefined || !invoice.auto_advance || (await customerOf(service, invoice)) === undefined) return
  if (invoice.status !== 'draft' && invoice.status !== 'open') return
  const open = invoice.status === 'draft' ? await finalizeInvoice(service, invoice) : invoice
  await applyCollection(service, await collectInvoice(service, open, { attempt: { offSession: true }, isScheduled: true }))
}

/** Expires a subscription whose first invoice was not paid in time, and voids that invoice. */
async function expire(service: StripeService, before: Subscription) {
  const { latest_invoice } = await changeSubscription(service, before, { status: 'incomplete_expired', ended_at: service.now() })
  const invoice = await find(service, 'invoice', idOf(latest_invoice ?? ''))
  if (invoice?.status === 'open') await voidInvoice(service, invoice)
}

/** Runs the due step of a subscription, or reschedules it if it is not due yet. */
export async function subscriptionStep(service: StripeService, id: string): Promise<void> {
  const subscription = await find(service, 'subscription', id)
  if (subscription === undefined) return
  const step = await stepOf(service, subscription)
  if (step === undefined || step.at > service.now()) await schedule(service, subscription)
  else if (step.kind === 'expire') await expire(service, subscription)
  else if (step.kind === 'trial_notice') await announceTrialEnd(service, subscription)
  else if (step.kind === 'cancel') await cancelSubscription(service, subscription, { reason: 'cancellation_requested' })
  else await renewSubscription(service, subscription)
}
