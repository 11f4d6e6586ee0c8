import type { FastifyInstance } from 'fastify'
import type { StripeService } from './context.ts'
import { formatDate, plainPage, sendPage } from './hosted-page.ts'
import { MERCHANT } from './identity.ts'
import { money } from './money.ts'
import { find } from './store.ts'

type Document = { title: string; amount: number; currency: string; issued: number; refunded?: number }

/** Serves receipts of charges (`receipt_url`) and issued invoices (`hosted_invoice_url`) as one kind of page. */
export function documentPages(app: FastifyInstance, service: StripeService): void {
  const findReceipt = async (id: string): Promise<Document | undefined> => {
    const charge = await find(service, 'charge', id)
    if (charge === undefined) return undefined
    const { amount, currency, created, amount_refunded } = charge
    return { title: `Receipt from ${MERCHANT}`, amount, currency, issued: created, refunded: amount_refunded }
  }
  const findInvoice = async (id: string): Promise<Document | undefined> => {
    const invoice = await find(service, 'invoice', id)
    if (invoice === undefined || invoice.status === 'draft') return undefined
    const { number, status, total, currency, created, effective_at } = invoice
    return { title: `Invoice ${number ?? ''} (${status ?? ''})`, amount: total, currency, issued: effective_at ?? created }
  }
  for (const [path, findDocument] of [
    ['/receipts/:id', findReceipt],
    ['/invoices/:id', findInvoice],
  ] as const) {
    app.get<{ Params: { id: string } }>(path, async (request, reply) => {
      const document = await findDocument(request.params.id)
      if (document === undefined) return sendPage(reply, plainPage('Not found', '<p>Please check the link.</p>'), { status: 404 })
      const { title, amount, currency, issued, refunded = 0 } = document
      const refund = refunded > 0 ? `<p>Refunded: ${money(refunded, currency)}</p>` : ''
      return sendPage(reply, plainPage(title, `<p class="total">${money(amount, currency)}</p><p>${formatDate(issued)}</p>${refund}`))
    })
  }
}
