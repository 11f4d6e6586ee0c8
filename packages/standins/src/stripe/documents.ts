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
    const payer = isCharge ? [] : [document.customer_name, ...(document.customer_tax_ids ?? []).map(({ value }) => value)]
    const lines = isCharge ? [] : document.lines.data.map(({ quantity, description }) => `${quantity} × ${description}`)
    const details = [...payer, ...lines].map((text) => (text ? `<p>${escapeHtml(text)}</p>` : '')).join('')
    return sendPage(reply, hostedPage(title, `<p class="total">${total}</p><p>${formatDate(document.created)}</p>${details}${refund}`))
  }
  app.get('/receipts/:id', show)
  app.get('/invoices/:id', show)
}
