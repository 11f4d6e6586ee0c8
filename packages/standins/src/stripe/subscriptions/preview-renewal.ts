import type { StripeService } from '../context.ts'
import { idOf } from '../ids.ts'
import { composeInvoice } from '../invoices/draft-invoice.ts'
import type { Invoice } from '../invoices/invoice-json.ts'
import { requireObject } from '../store.ts'
import { StripeError } from '../stripe-error.ts'
import { clockOf } from '../time/customer-time.ts'
import { atTime } from '../time/due.ts'
import { nextStep, periodEnd } from './due-date.ts'
import { lastingReductions } from './lasting-discounts.ts'
import { pendingLines } from './pending-lines.ts'
import { itemLines, nextPeriods } from './renew-subscription.ts'

/** Builds the next invoice of a subscription without storing it. Throws if there will be none. */
export async function previewRenewal(root: StripeService, id: string): Promise<Invoice> {
  const subscription = await requireObject(root, 'subscription', id, 'subscription')
  const step = nextStep(subscription, subscription.trial_end)
  if (step?.kind !== 'renew') {
    throw new StripeError(`No upcoming invoices for customer: '${idOf(subscription.customer)}'`, {
      status: 404,
      code: 'invoice_upcoming_none',
    })
  }
  const customer = await requireObject(root, 'customer', idOf(subscription.customer))
  const end = periodEnd(subscription)
  const service = atTime(await clockOf(root, customer), end)
  const items = nextPeriods(subscription.items.data, subscription.billing_cycle_anchor, end)
  const invoice = await composeInvoice(service, {
    customer,
    currency: subscription.currency,
    lines: [...(await pendingLines(service, id)), ...(await itemLines(service, items))],
    reductions: await lastingReductions(service, subscription),
    billingReason: 'upcoming',
    subscription: { id, metadata: subscription.metadata },
    period: { start: Math.min(...subscription.items.data.map((item) => item.current_period_start)), end },
    autoAdvance: true,
    automaticTax: subscription.automatic_tax.enabled,
  })
  return { ...invoice, id: invoice.id.replace(/^in_/, 'upcoming_in_') }
}
