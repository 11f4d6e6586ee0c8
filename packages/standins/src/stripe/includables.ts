import { lineItems, loadOrder, loadPurchase } from './checkout/purchase.ts'
import { listResponse } from './core/api.ts'
import type { Includables } from './core/expand.ts'
import { requireObject } from './core/store.ts'
import { paidOffStripe } from './invoices/collect-invoice.ts'
import { listInvoicePayments } from './invoices/invoice-payment.ts'

/** The fields that Stripe returns only for `expand[]`, by kind of object. */
export const includables: Includables = {
  'checkout.session': {
    line_items: async (service, { id }) => {
      const session = await requireObject(service, 'checkout.session', String(id))
      const data = lineItems(await loadOrder(service, await loadPurchase(service, session)))
      return listResponse(`/v1/checkout/sessions/${session.id}/line_items`, { data, has_more: false })
    },
  },
  invoice: {
    payments: async (service, { id }) =>
      listResponse(`/v1/invoice_payments?invoice=${String(id)}`, { data: await listInvoicePayments(service, String(id)), has_more: false }),
    amount_paid_off_stripe: (service, { id }) => paidOffStripe(service, String(id)),
  },
}
