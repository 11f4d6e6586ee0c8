import type { StripeService } from '../context.ts'
import { emitEvent } from '../emit-event.ts'
import { makeId } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { findAll, insert } from '../store.ts'
import { setDue } from '../time/due.ts'
import { type AppliedDiscount, applyDiscounts } from './discounts.ts'
import { type Invoice, makeDraft } from './invoice-json.ts'
import { type LineInput, makeLine, type Period } from './lines.ts'

/** Stripe finalises a renewal's draft after about an hour. */
const DRAFT_SECONDS = 3600

export type DraftInput = {
  id?: string
  customer: Stored<'customer'>
  currency: string
  lines: readonly LineInput[]
  appliedDiscounts?: readonly AppliedDiscount[]
  billingReason: NonNullable<Invoice['billing_reason']>
  subscription?: { id: string; metadata: Record<string, string> }
  period: Period
  /** Whether Stripe finalises and collects the invoice after an hour. */
  autoAdvance: boolean
  automaticTax?: boolean
  paymentMethod?: string | null
  description?: string | null
  metadata?: Record<string, string>
}

/** Builds an invoice without storing it, e.g. for a preview. */
export async function buildInvoice(service: StripeService, input: DraftInput): Promise<Invoice> {
  const { customer, appliedDiscounts = [] } = input
  const id = input.id ?? makeId('invoice')
  const lines = applyDiscounts(
    input.lines.map((line) => makeLine(id, line)),
    appliedDiscounts,
  )
  return makeDraft({
    id,
    customer,
    taxIds: await findAll(service, 'tax_id', { where: { customer: customer.id } }),
    currency: input.currency,
    lines,
    appliedDiscounts,
    billingReason: input.billingReason,
    subscription: input.subscription ?? null,
    period: input.period,
    created: service.now(),
    autoAdvance: input.autoAdvance,
    finalizesAt: input.autoAdvance ? service.now() + DRAFT_SECONDS : null,
    automaticTax: input.automaticTax ?? false,
    paymentMethod: input.paymentMethod ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
  })
}

/** Stores a new draft and emits the event. With `autoAdvance` it is finalised after an hour. */
export async function draftInvoice(service: StripeService, input: DraftInput): Promise<Invoice> {
  const invoice = await buildInvoice(service, input)
  await insert(service, 'invoice', invoice)
  await emitEvent(service, 'invoice.created', invoice)
  if (invoice.automatically_finalizes_at !== null) await setDue(service, invoice.id, invoice.automatically_finalizes_at)
  return invoice
}
