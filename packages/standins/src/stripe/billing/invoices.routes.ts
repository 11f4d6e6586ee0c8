import { listResponse, type StripeApi } from '../api.ts'
import type { StripeService } from '../context.ts'
import { change } from '../emit-event.ts'
import { idOf } from '../ids.ts'
import { bySubscription } from '../invoices/by-subscription.ts'
import { markUncollectible, voidInvoice } from '../invoices/close-invoice.ts'
import { finalizeInvoice } from '../invoices/finalize-invoice.ts'
import type { Invoice } from '../invoices/invoice-json.ts'
import type { Stored } from '../kinds.ts'
import { bool, emptyable, listParameters, mergeMetadata, metadata, oneOf, parameters, text, timeRange } from '../parameters.ts'
import { resolvePaymentMethod } from '../payments/payment-methods.routes.ts'
import { findPage, requireObject } from '../store.ts'
import { invalid } from '../stripe-error.ts'
import { previewRenewal } from '../subscriptions/preview-renewal.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { payInvoice } from './pay-invoice.ts'

const listInput = listParameters({
  customer: text().optional(),
  subscription: text().optional(),
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void').optional(),
  collection_method: oneOf('charge_automatically', 'send_invoice').optional(),
  created: timeRange.optional(),
})
const updateInput = parameters({
  auto_advance: bool.optional(),
  default_payment_method: emptyable(text()).optional(),
  description: emptyable(text(1500)).optional(),
  metadata: metadata.optional(),
})
const payInput = parameters({ payment_method: text().optional(), off_session: bool.optional(), paid_out_of_band: bool.optional() })

/** Runs work on one invoice. */
async function withInvoice<T>(
  service: StripeService,
  id: string,
  work: (service: StripeService, invoice: Invoice) => Promise<T>,
): Promise<T> {
  return work(service, await requireObject(service, 'invoice', id))
}

function requireStatus(invoice: Invoice, allowed: readonly string[], action: string) {
  if (allowed.includes(invoice.status ?? '')) return
  throw invalid(
    `You can only pass in ${allowed.join(' or ')} invoices to ${action}. This invoice has a status of ${invoice.status}.`,
    undefined,
    'status_transition_invalid',
  )
}

async function pay(service: StripeService, invoice: Invoice, method: string | undefined, offSession: boolean, outOfBand: boolean) {
  const card = method === undefined ? undefined : await resolvePaymentMethod(service, method)
  const customer = invoice.customer === null ? null : idOf(invoice.customer)
  if (card !== undefined && card.customer !== null && card.customer !== customer) {
    throw invalid('The payment method supplied does not belong to the customer of this invoice.', 'payment_method')
  }
  return payInvoice(service, invoice, { paymentMethod: card?.id, offSession, outOfBand })
}

/** Registers the endpoints of invoices. The stand-in does not support manual invoices. */
export function invoiceRoutes(api: StripeApi) {
  api.get('/invoices', listInput, async ({ service, input }) => {
    const { customer, subscription, status, collection_method, created, ...paging } = input
    const and = subscription === undefined ? undefined : bySubscription(service, subscription)
    const where = { customer, status, collection_method }
    return listResponse('/v1/invoices', await findPage(service, 'invoice', { where, created, and }, paging))
  })

  api.get('/invoices/:id', parameters({}), ({ service, id }) => requireObject(service, 'invoice', id))

  api.get('/invoices/:id/lines', listParameters({}), async ({ service, id }) => {
    const { lines } = await requireObject(service, 'invoice', id)
    return lines
  })

  api.post('/invoices/create_preview', parameters({ customer: text().optional(), subscription: text() }), ({ service, input }) =>
    previewRenewal(service, input.subscription),
  )

  api.post('/invoices/:id', updateInput, ({ service, id, input }) =>
    withInvoice(service, id, (at, invoice) => {
      const { metadata: metadataChanges, expand: _, ...rest } = input
      const changes: Partial<Stored<'invoice'>> = {
        ...withoutUndefined(rest),
        metadata: mergeMetadata(invoice.metadata ?? {}, metadataChanges),
      }
      return change(at, 'invoice', invoice, changes, 'invoice.updated')
    }),
  )

  api.post('/invoices/:id/finalize', parameters({ auto_advance: bool.optional() }), ({ service, id }) =>
    withInvoice(service, id, (at, invoice) => {
      requireStatus(invoice, ['draft'], 'finalize')
      return finalizeInvoice(at, invoice)
    }),
  )

  api.post('/invoices/:id/pay', payInput, ({ service, id, input }) =>
    withInvoice(service, id, (at, invoice) =>
      pay(at, invoice, input.payment_method, input.off_session ?? true, input.paid_out_of_band ?? false),
    ),
  )

  api.post('/invoices/:id/void', parameters({}), ({ service, id }) =>
    withInvoice(service, id, (at, invoice) => {
      requireStatus(invoice, ['open', 'uncollectible'], 'void')
      return voidInvoice(at, invoice)
    }),
  )

  api.post('/invoices/:id/mark_uncollectible', parameters({}), ({ service, id }) =>
    withInvoice(service, id, (at, invoice) => {
      requireStatus(invoice, ['open'], 'mark as uncollectible')
      return markUncollectible(at, invoice)
    }),
  )
}
