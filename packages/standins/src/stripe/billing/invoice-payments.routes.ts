import { listResponse, type StripeApi } from '../api.ts'
import { hash, listParameters, oneOf, text, timeRange } from '../parameters.ts'
import { findPage } from '../store.ts'

const listInput = listParameters({
  invoice: text().optional(),
  payment: hash({ type: oneOf('payment_intent'), payment_intent: text() }).optional(),
  status: oneOf('open', 'paid', 'canceled').optional(),
  created: timeRange.optional(),
})

/** Registers the endpoint of invoice payments, the only link between payment intents and invoices in Stripe's API. */
export function invoicePaymentRoutes(api: StripeApi) {
  api.get('/invoice_payments', listInput, async ({ service, input }) => {
    const { invoice, payment, status, created, ...paging } = input
    const { sql } = service
    const and = payment === undefined ? sql`` : sql`and data->'payment'->>'payment_intent' = ${payment.payment_intent}`
    return listResponse(
      '/v1/invoice_payments',
      await findPage(service, 'invoice_payment', { where: { invoice, status }, created, and }, paging),
    )
  })
}
