import { listResponse } from './api.ts'
import { loadOrder } from './checkout/purchase.ts'
import type { Includables } from './expand.ts'
import { paidOffStripe } from './invoices/close-invoice.ts'
import { listInvoicePayments } from './invoices/invoice-payment.ts'
import { requireObject } from './store.ts'

/** The fields that Stripe returns only for `expand[]`, by kind of object. */
export const includables: Includables = {
  'checkout.session': {
    line_items: async (service, { id }) => {
      const { lines } = await loadOrder(service, await requireObject(service, 'checkout.session', String(id)))
      return listResponse(`/v1/checkout/sessions/${String(id)}/line_items`, { data: lines.slice(0, 10), has_more: lines.length > 10 })
    },
  },
  invoice: {
    payments: async (service, { id }) =>
      listResponse(`/v1/invoice_payments?invoice=${String(id)}`, { data: await listInvoicePayments(service, String(id)), has_more: false }),
    amount_paid_off_stripe: (service, { id }) => paidOffStripe(service, String(id)),
  },
}
