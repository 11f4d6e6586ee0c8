import type { FastifyInstance } from 'fastify'
import type { StripeService } from '../../context.ts'
import { plainPage, sendPage } from '../../hosted-page.ts'
import { MERCHANT } from '../../identity.ts'
import { money } from '../../money.ts'
import { find } from '../../store.ts'

/** Serves the receipts of charges (`receipt_url`). */
export function receiptPages(app: FastifyInstance, service: StripeService): void {
  app.get<{ Params: { id: string } }>('/receipts/:id', async (request, reply) => {
    const charge = await find(service, 'charge', request.params.id)
    if (charge === undefined) return sendPage(reply, plainPage('No such receipt', '<p>Please check the link.</p>'), { status: 404 })
    const day = new Date(charge.created * 1000).toISOString().slice(0, 10)
    const refunded = charge.amount_refunded > 0 ? `<p>Refunded: ${money(charge.amount_refunded, charge.currency)}</p>` : ''
    return sendPage(
      reply,
      plainPage(`Receipt from ${MERCHANT}`, `<p class="total">${money(charge.amount, charge.currency)}</p><p>${day}</p>${refunded}`),
    )
  })
}
