import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from '../page.ts'
import type { StripeService } from './core/context.ts'
import { formatDate, hostedPage, missingPage, sendPage } from './core/hosted-page.ts'
import { money } from './core/money.ts'
import { find } from './core/store.ts'

/** Serves receipts of charges (`receipt_url`) and issued invoices (`hosted_invoice_url`) as one kind of page. */
export function documentPages(app: FastifyInstance, service: StripeService): void {
  const show: RouteHandlerMethod = async ({ params }, reply) => {
    const { id } = z.object({ id: z.string() }).parse(params)
    const document = (await find(service, 'charge', id)) ?? (await find(service, 'invoice', id))
    if (document === undefined || document.status === 'draft') return sendPage(reply, missingPage(), 404)
    const isCharge = document.object === 'charge'
    const title = isCharge ? 'Receipt' : `Invoice ${document.number} (${document.status})`
    const total = money(isCharge ? document.amount : document.total, document.currency)
    const refund = isCharge && document.amount_refunded > 0 ? `<p>Refunded: ${money(document.amount_refunded, document.currency)}</p>` : ''
    const lines = isCharge
      ? []
      : document.lines.data.map(({ quantity, description }) => `<p>${quantity} × ${escapeHtml(description ?? '')}</p>`)
    const body = `<p class="total">${total}</p><p>${formatDate(document.created)}</p>${lines.join('')}${refund}`
    return sendPage(reply, hostedPage(title, body))
  }
  app.get('/receipts/:id', show)
  app.get('/invoices/:id', show)
}
