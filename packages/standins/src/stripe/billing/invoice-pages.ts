import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { StripeService } from '../context.ts'
import { framedPage, sendPage } from '../hosted-page.ts'
import { customerIdOf } from '../ids.ts'
import { invoicePage } from '../invoices/invoice-html.ts'
import type { Invoice } from '../invoices/invoice-json.ts'
import { type FieldError, readCard } from '../payments/card-form.ts'
import { createCard, NO_DETAILS } from '../payments/payment-method.ts'
import { find } from '../store.ts'
import { StripeError } from '../stripe-error.ts'
import { payInvoice } from './pay-invoice.ts'

const params = z.object({ id: z.string() })

/** Serves the pages of issued invoices (`hosted_invoice_url`). */
export async function invoicePages(app: FastifyInstance, root: StripeService): Promise<void> {
  await app.register(formbody)

  const missing = (reply: FastifyReply) =>
    sendPage(reply, framedPage('Not found', '<h1>Not found</h1><p>There is no such invoice.</p>'), { status: 404 })

  async function findIssuedInvoice(request: FastifyRequest, service: StripeService): Promise<Invoice | undefined> {
    const invoice = await find(service, 'invoice', params.parse(request.params).id)
    return invoice === undefined || invoice.status === 'draft' ? undefined : invoice
  }

  const show = (reply: FastifyReply, invoice: Invoice, fieldError?: FieldError) =>
    sendPage(reply, framedPage(`Invoice ${invoice.number ?? ''}`, invoicePage(invoice, fieldError)), {
      status: fieldError === undefined ? 200 : 402,
    })

  app.get('/invoices/:id', async (request, reply) => {
    const invoice = await findIssuedInvoice(request, root)
    return invoice === undefined ? missing(reply) : show(reply, invoice)
  })

  async function pay(service: StripeService, invoice: Invoice, body: unknown): Promise<FieldError | undefined> {
    const read = readCard(body, new Date(service.now() * 1000))
    if ('problem' in read) return read
    const method = await createCard(service, read.card, { customer: customerIdOf(invoice), billing: NO_DETAILS })
    try {
      await payInvoice(service, invoice, { paymentMethod: method.id, offSession: false })
      return undefined
    } catch (error) {
      if (error instanceof StripeError) return { problem: error.message, field: 'number' }
      throw error
    }
  }

  app.post('/invoices/:id/pay', async (request, reply) => {
    const result = await root.write(async (service) => {
      const invoice = await findIssuedInvoice(request, service)
      if (invoice === undefined) return undefined
      return { invoice, fieldError: invoice.status === 'open' ? await pay(service, invoice, request.body) : undefined }
    })
    if (result === undefined) return missing(reply)
    if (result.fieldError !== undefined) return show(reply, result.invoice, result.fieldError)
    return reply.redirect(`/stripe/invoices/${result.invoice.id}`, 303)
  })
}
