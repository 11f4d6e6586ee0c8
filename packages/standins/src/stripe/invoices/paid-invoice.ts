import type { StripeService } from '../context.ts'
import type { Price } from '../kinds.ts'
import { requireObject } from '../store.ts'
import { markPaid } from './close-invoice.ts'
import { createDiscounts, type Discount } from './create-discounts.ts'
import { draftInvoice } from './draft-invoice.ts'
import { finalizeInvoice } from './finalize-invoice.ts'
import type { Invoice } from './invoice-json.ts'
import { linkPayment } from './invoice-payment.ts'
import { oneTimeLine } from './lines.ts'

type PaidPurchase = {
  customer: string
  lines: { price: Price; quantity: number }[]
  /** The payment intent that has already succeeded. */
  paymentIntent?: string
  discounts?: Discount[]
  checkoutSession?: string
  automaticTax?: boolean
  metadata?: Record<string, string>
}

/** Creates the invoice of a paid one-time purchase (checkout's `invoice_creation`). Call it within a write. */
export async function createPaidInvoice(service: StripeService, purchase: PaidPurchase): Promise<Invoice> {
  const customer = await requireObject(service, 'customer', purchase.customer, 'customer')
  const now = service.now()
  const lines = []
  for (const { price, quantity } of purchase.lines) lines.push(await oneTimeLine(service, price, quantity))
  const owner = { customer: customer.id, checkoutSession: purchase.checkoutSession }
  const draft = await draftInvoice(service, {
    customer,
    currency: lines[0]?.price.currency ?? 'usd',
    lines,
    appliedDiscounts: await createDiscounts(service, purchase.discounts ?? [], owner),
    billingReason: 'manual',
    period: { start: now, end: now },
    autoAdvance: false,
    automaticTax: purchase.automaticTax ?? false,
    metadata: purchase.metadata ?? {},
  })
  const open = await finalizeInvoice(service, draft, { isPaid: true })
  if (purchase.paymentIntent !== undefined) await linkPayment(service, open, purchase.paymentIntent)
  return markPaid(service, open)
}
