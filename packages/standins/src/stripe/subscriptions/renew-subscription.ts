import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import { idOf, makeId } from '../ids.ts'
import { collectInvoice } from '../invoices/collect-invoice.ts'
import { draftInvoice } from '../invoices/draft-invoice.ts'
import { finalizeInvoice } from '../invoices/finalize-invoice.ts'
import { requireObject } from '../store.ts'
import { nextBoundary } from '../time/cycle.ts'
import { activeDiscounts } from './active-discounts.ts'
import { applyCollection } from './apply-payment.ts'
import { schedule } from './due-date.ts'
import { itemLines } from './item-line.ts'
import { type Item, itemList, type Subscription } from './subscription-json.ts'

/** Moves items to the period that begins at `start`. */
const nextPeriods = (items: readonly Item[], anchor: number, start: number): Item[] =>
  items.map((item) => ({ ...item, current_period_start: start, current_period_end: nextBoundary(anchor, start) }))

/** `collectsAtOnce` finalizes and collects the invoice at once instead of after an hour. */
type Options = { collectsAtOnce?: boolean }

/** Starts the next period at the end of a period or trial, and drafts its invoice. */
export async function renewSubscription(service: StripeService, before: Subscription, options: Options = {}): Promise<void> {
  const customer = await requireObject(service, 'customer', idOf(before.customer))
  const isTrialEnd = before.status === 'trialing'
  const start = service.now()
  const previous = Math.min(...before.items.data.map((item) => item.current_period_start))
  const items = nextPeriods(before.items.data, before.billing_cycle_anchor, start)
  const appliedDiscounts = await activeDiscounts(service, before)
  const invoice = makeId('invoice')
  const after = await change(
    service,
    'subscription',
    before,
    {
      items: itemList(before.id, items),
      status: isTrialEnd ? 'active' : before.status,
      discounts: appliedDiscounts.map(({ discount }) => discount),
      latest_invoice: invoice,
    },
    'customer.subscription.updated',
  )
  await schedule(service, after)
  const draft = await draftInvoice(service, {
    id: invoice,
    customer,
    currency: after.currency,
    lines: await itemLines(service, items),
    appliedDiscounts,
    billingReason: 'subscription_cycle',
    subscription: { id: after.id, metadata: after.metadata },
    period: { start: previous, end: start },
    autoAdvance: true,
    automaticTax: after.automatic_tax.enabled,
  })
  if (options.collectsAtOnce !== true) return
  const open = await finalizeInvoice(service, draft)
  await applyCollection(service, await collectInvoice(service, open, { attempt: { offSession: true }, isScheduled: true }))
}
