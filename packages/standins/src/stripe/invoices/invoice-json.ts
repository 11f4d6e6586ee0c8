import type Stripe from 'stripe'
import { MERCHANT } from '../identity.ts'
import { makeId } from '../ids.ts'
import { nulls } from '../nulls.ts'
import { type AppliedDiscount, applyDiscounts, discountTotals } from './discounts.ts'
import { type Line, type LineInput, makeLine, type Period } from './lines.ts'

export type Invoice = Stripe.Invoice

export type DraftInput = {
  id?: string
  customer: Stripe.Customer
  currency: string
  lines: readonly LineInput[]
  appliedDiscounts?: readonly AppliedDiscount[]
  billingReason: NonNullable<Invoice['billing_reason']>
  subscription?: { id: string; metadata: Record<string, string> }
  period: Period
  /** Whether Stripe finalizes and collects the invoice after an hour. */
  autoAdvance: boolean
  automaticTax?: boolean
  metadata?: Record<string, string>
}

/** Returns the amounts of an invoice. */
function totalsOf(lines: readonly Line[], appliedDiscounts: readonly AppliedDiscount[]) {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const total_discount_amounts = discountTotals(lines, appliedDiscounts)
  const total = subtotal - total_discount_amounts.reduce((sum, { amount }) => sum + amount, 0)
  const amount_due = Math.max(total, 0)
  return {
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: total,
    total_discount_amounts,
    amount_due,
    amount_remaining: amount_due,
  }
}

const noPayments = { amount_overpaid: 0, amount_paid: 0, amount_shipping: 0, attempt_count: 0, attempted: false }

const unusedFields = {
  account_country: 'DE',
  account_name: MERCHANT,
  ...nulls('account_tax_ids', 'application', 'custom_fields', 'customer_account', 'default_payment_method', 'default_source'),
  ...nulls(
    'description',
    'due_date',
    'effective_at',
    'ending_balance',
    'footer',
    'from_invoice',
    'hosted_invoice_url',
    'invoice_pdf',
    'last_finalization_error',
    'latest_revision',
  ),
  ...nulls('next_payment_attempt', 'number', 'on_behalf_of', 'receipt_number', 'rendering', 'shipping_cost', 'shipping_details'),
  ...nulls('statement_descriptor', 'test_clock', 'webhooks_delivered_at'),
  default_tax_rates: [],
  issuer: { type: 'self' },
  livemode: false,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  starting_balance: 0,
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  total_pretax_credit_amounts: [],
  total_taxes: [],
} satisfies Partial<Invoice>

const automaticTax = (enabled: boolean): Invoice['automatic_tax'] => ({
  disabled_reason: null,
  enabled,
  liability: enabled ? { type: 'self' } : null,
  provider: enabled ? 'stripe' : null,
  status: enabled ? 'complete' : null,
})

/** Stripe finalizes a renewal's draft after about an hour. */
const DRAFT_SECONDS = 3600

/** Builds a draft. Automatic tax adds nothing, as in an account without tax registrations. */
export function makeDraft(input: DraftInput, now: number): Invoice {
  const { customer, subscription, appliedDiscounts = [], autoAdvance } = input
  const id = input.id ?? makeId('invoice')
  const lines = applyDiscounts(
    input.lines.map((line) => makeLine(id, line)),
    appliedDiscounts,
  )
  return {
    ...unusedFields,
    ...noPayments,
    ...totalsOf(lines, appliedDiscounts),
    id,
    object: 'invoice',
    auto_advance: autoAdvance,
    automatic_tax: automaticTax(input.automaticTax ?? false),
    automatically_finalizes_at: autoAdvance ? now + DRAFT_SECONDS : null,
    billing_reason: input.billingReason,
    collection_method: 'charge_automatically',
    created: now,
    currency: input.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: [],
    discounts: appliedDiscounts.map(({ discount }) => discount),
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    metadata: input.metadata ?? {},
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          type: 'subscription_details',
        }
      : null,
    period_end: input.period.end,
    period_start: input.period.start,
    status: 'draft',
  }
}

/** Returns the id of the invoice's subscription, if it has one. */
export function subscriptionOf({ parent }: Invoice): string | undefined {
  const subscription = parent?.subscription_details?.subscription
  return typeof subscription === 'object' ? subscription.id : subscription
}
