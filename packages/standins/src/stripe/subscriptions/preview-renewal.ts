import type { StripeService } from '../context.ts'
import { idOf } from '../ids.ts'
import { buildInvoice } from '../invoices/draft-invoice.ts'
import type { Invoice } from '../invoices/invoice-json.ts'
import { requireObject } from '../store.ts'
import { StripeError } from '../stripe-error.ts'
import { atTime } from '../time/due.ts'
import { activeDiscounts } from './active-discounts.ts'
import { nextStep, periodEnd } from './due-date.ts'
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
  const service = atTime(root, end)
  const items = nextPeriods(subscription.items.data, subscription.billing_cycle_anchor, end)
  const invoice = await buildInvoice(service, {
    customer,
    currency: subscription.currency,
    lines: [...(await pendingLines(service, id)), ...(await itemLines(service, items))],
    appliedDiscounts: await activeDiscounts(service, subscription),
    billingReason: 'upcoming',
    subscription: { id, metadata: subscription.metadata },
    period: { start: Math.min(...subscription.items.data.map((item) => item.current_period_start)), end },
    autoAdvance: true,
    automaticTax: subscription.automatic_tax.enabled,
  })
  return { ...invoice, id: invoice.id.replace(/^in_/, 'upcoming_in_') }
}
