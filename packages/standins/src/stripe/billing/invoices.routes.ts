import { listResponse, listRoute, retrieveRoute, type StripeApi } from '../core/api.ts'
import { customerIdOf } from '../core/kinds.ts'
import { bool, createdSince, listParameters, oneOf, parameters, text } from '../core/parameters.ts'
import { findPage, requireObject } from '../core/store.ts'
import { invalid } from '../core/stripe-error.ts'
import { finalizeInvoice, voidInvoice } from '../invoices/collect-invoice.ts'
import { bySubscription, type Invoice } from '../invoices/invoice.ts'
import { findOpenPaymentIntent } from '../invoices/invoice-payment.ts'
import { resolvePaymentMethod } from '../payments/payment-method.ts'
import { setDue } from '../time/due.ts'
import { payInvoice } from './pay-invoice.ts'

const listInput = listParameters({
  customer: text().optional(),
  subscription: text().optional(),
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void').optional(),
  created: createdSince.optional(),
})
const payInput = parameters({ payment_method: text().optional(), paid_out_of_band: bool.optional() })

function requireStatus({ status }: Invoice, allowed: string, action: string): void {
  if (status === allowed) return
  const message = `You can only pass in ${allowed} invoices to ${action}. This invoice has a status of ${status}.`
  throw invalid(message, undefined, 'status_transition_invalid')
}

/**
 * Registers the endpoints of invoices and of their payments, the only link between payment intents and invoices in Stripe's API. The stand-in
 * does not support manual invoices.
 */
export function invoiceRoutes(api: StripeApi) {
  api.get('/invoices', listInput, async ({ service, input: { customer, subscription, status, created, ...paging } }) => {
    const and = subscription === undefined ? undefined : bySubscription(service, subscription)
    return listResponse('/v1/invoices', await findPage(service, 'invoice', { where: { customer, status }, created, and }, paging))
  })
  retrieveRoute(api, '/invoices', 'invoice')

  api.post('/invoices/:id/pay', payInput, async ({ service, id, input: { payment_method, paid_out_of_band: outOfBand = false } }) => {
    const invoice = await requireObject(service, 'invoice', id)
    const card = payment_method === undefined ? undefined : await resolvePaymentMethod(service, payment_method)
    if (card !== undefined && card.customer !== null && card.customer !== customerIdOf(invoice)) {
      throw invalid('The payment method supplied does not belong to the customer of this invoice.', 'payment_method')
    }
    return payInvoice(service, invoice, { paymentMethod: card?.id, offSession: true, outOfBand })
  })

  // With `auto_advance` Stripe collects the invoice, otherwise it stays open until it is paid or voided.
  api.post('/invoices/:id/finalize', parameters({ auto_advance: bool.optional() }), async ({ service, id, input }) => {
    const invoice = await requireObject(service, 'invoice', id)
    requireStatus(invoice, 'draft', 'finalize')
    const auto_advance = input.auto_advance ?? invoice.auto_advance ?? false
    const open = await finalizeInvoice(service, { ...invoice, auto_advance })
    if (auto_advance) await setDue(service, id, service.now())
    return open
  })

  api.post('/invoices/:id/void', parameters({}), async ({ service, id }) => {
    const invoice = await requireObject(service, 'invoice', id)
    requireStatus(invoice, 'open', 'void')
    // The bank may still pay.
    if ((await findOpenPaymentIntent(service, invoice))?.status === 'processing')
      throw invalid('You cannot void an invoice with a payment that is processing.')
    return voidInvoice(service, invoice)
  })

  listRoute(api, '/invoice_payments', 'invoice_payment', {
    invoice: text().optional(),
    status: oneOf('open', 'paid', 'canceled').optional(),
  })
}
