import { listResponse, type StripeApi } from '../api.ts'
import { customerIdOf } from '../ids.ts'
import { bySubscription } from '../invoices/by-subscription.ts'
import { voidInvoice } from '../invoices/close-invoice.ts'
import { finalizeInvoice } from '../invoices/finalize-invoice.ts'
import type { Invoice } from '../invoices/invoice-json.ts'
import { findOpenPaymentIntent } from '../invoices/invoice-payment.ts'
import { bool, listParameters, oneOf, parameters, text, timeRange } from '../parameters.ts'
import { resolvePaymentMethod } from '../payments/payment-method.ts'
import { findPage, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { setDue } from '../time/due.ts'
import { payInvoice } from './pay-invoice.ts'

const listInput = listParameters({
  customer: text().optional(),
  subscription: text().optional(),
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void').optional(),
  created: timeRange.optional(),
})
const payInput = parameters({ payment_method: text().optional(), off_session: bool.optional(), paid_out_of_band: bool.optional() })

function requireStatus({ status }: Invoice, allowed: readonly string[], action: string): void {
  if (allowed.includes(status ?? '')) return
  throw invalid(
    `You can only pass in ${allowed.join(' or ')} invoices to ${action}. This invoice has a status of ${status}.`,
    undefined,
    'status_transition_invalid',
  )
}

/** Registers the endpoints of invoices. The stand-in does not support manual invoices. */
export function invoiceRoutes(api: StripeApi) {
  api.get('/invoices', listInput, async ({ service, input }) => {
    const { customer, subscription, status, created, ...paging } = input
    const and = subscription === undefined ? undefined : bySubscription(service, subscription)
    return listResponse('/v1/invoices', await findPage(service, 'invoice', { where: { customer, status }, created, and }, paging))
  })

  api.get('/invoices/:id', parameters({}), ({ service, id }) => requireObject(service, 'invoice', id))

  api.post('/invoices/:id/pay', payInput, async ({ service, id, input }) => {
    const invoice = await requireObject(service, 'invoice', id)
    const { payment_method, off_session: offSession = true, paid_out_of_band: outOfBand = false } = input
    const card = payment_method === undefined ? undefined : await resolvePaymentMethod(service, payment_method)
    const customer = customerIdOf(invoice)
    if (card !== undefined && card.customer !== null && card.customer !== customer) {
      throw invalid('The payment method supplied does not belong to the customer of this invoice.', 'payment_method')
    }
    return payInvoice(service, invoice, { paymentMethod: card?.id, offSession, outOfBand })
  })

  // With `auto_advance` Stripe collects the invoice, otherwise it stays open until it is paid or voided.
  api.post('/invoices/:id/finalize', parameters({ auto_advance: bool.optional() }), async ({ service, id, input }) => {
    const invoice = await requireObject(service, 'invoice', id)
    requireStatus(invoice, ['draft'], 'finalize')
    const auto_advance = input.auto_advance ?? invoice.auto_advance ?? false
    const open = await finalizeInvoice(service, { ...invoice, auto_advance })
    if (auto_advance) await setDue(service, id, service.now())
    return open
  })

  api.post('/invoices/:id/void', parameters({}), async ({ service, id }) => {
    const invoice = await requireObject(service, 'invoice', id)
    requireStatus(invoice, ['open', 'uncollectible'], 'void')
    // The bank may still pay.
    if ((await findOpenPaymentIntent(service, invoice))?.status === 'processing')
      throw invalid('You cannot void an invoice with a payment that is processing.')
    return voidInvoice(service, invoice)
  })
}
