import type { FastifyInstance } from 'fastify'
import type { StripeService } from '../../context.ts'
import { parseForm } from '../../form.ts'
import { MERCHANT } from '../../identity.ts'
import { idOf } from '../../ids.ts'
import { money } from '../../money.ts'
import { attemptPayment } from '../../payments/pay.ts'
import { find, requireObject } from '../../store.ts'
import { applyOutcome } from '../../subscriptions/apply-payment.ts'
import { sessionOfIntent } from '../settle.ts'
import { plainPage, sendPage } from './frame.ts'
import { authenticatePage } from './other-pages.ts'

type PageRequest = { Params: { id: string }; Body: string }

const nothingToConfirm = () => plainPage('Nothing to confirm', '<p>This payment needs no confirmation. You can close this page.</p>')

/** Serves the pages behind an intent's `next_action` and a charge's `receipt_url`. */
export function paymentPages(app: FastifyInstance, service: StripeService): void {
  app.get<PageRequest>('/receipts/:id', async (request, reply) => {
    const charge = await find(service, 'charge', request.params.id)
    if (charge === undefined) return sendPage(reply, plainPage('No such receipt', '<p>Please check the link.</p>'), { status: 404 })
    const day = new Date(charge.created * 1000).toISOString().slice(0, 10)
    const refunded = charge.amount_refunded > 0 ? `<p>Refunded: ${money(charge.amount_refunded, charge.currency)}</p>` : ''
    return sendPage(
      reply,
      plainPage(`Receipt from ${MERCHANT}`, `<p class="total">${money(charge.amount, charge.currency)}</p><p>${day}</p>${refunded}`),
    )
  })

  app.get<PageRequest>('/authenticate/:id', async (request, reply) => {
    const intent = await find(service, 'payment_intent', request.params.id)
    if (intent?.status !== 'requires_action') return sendPage(reply, nothingToConfirm(), { status: 404 })
    const session = await sessionOfIntent(service, intent.id)
    if (session?.status === 'open') return reply.redirect(`/stripe/checkout/${session.id}/authenticate`, 303)
    return sendPage(reply, authenticatePage(`/stripe/authenticate/${intent.id}`, intent.amount, intent.currency))
  })

  app.post<PageRequest>('/authenticate/:id', async (request, reply) => {
    const authenticated = parseForm(request.body).answer === 'complete'
    const outcome = await service.write(async (tx) => {
      const intent = await find(tx, 'payment_intent', request.params.id)
      if (intent?.status !== 'requires_action' || intent.payment_method === null) return undefined
      const result = await attemptPayment(tx, intent, await requireObject(tx, 'payment_method', idOf(intent.payment_method)), {
        authenticated,
      })
      await applyOutcome(tx, result)
      return result
    })
    if (outcome === undefined) return sendPage(reply, nothingToConfirm(), { status: 404 })
    if (outcome.outcome === 'declined') return sendPage(reply, plainPage('Not confirmed', `<p>${outcome.decline.message}</p>`))
    return sendPage(reply, plainPage('Confirmed', '<p>The payment was made. You can close this page.</p>'))
  })
}
