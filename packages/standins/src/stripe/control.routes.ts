import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { setTermsUrl } from './account/account.routes.ts'
import { type PaymentStep, payForSession, settleIntent } from './checkout/complete.ts'
import { createPaymentMethod, readPayForm } from './checkout/page/pay-form.ts'
import { redeem, setDiscount } from './checkout/purchase.ts'
import type { StripeService } from './core/context.ts'
import { requireObject } from './core/store.ts'
import { errorBody, invalid, StripeError } from './core/stripe-error.ts'
import { DISPUTE_STATUSES, openDispute, setDisputeStatus } from './payments/dispute.ts'
import { failNextCharge } from './payments/pay.ts'
import { requireCharge, settleRefund } from './payments/refund.ts'

const disputeBody = z
  .strictObject({
    charge: z.string().optional(),
    payment_intent: z.string().optional(),
    case_type: z.enum(['inquiry', 'chargeback', 'block', 'resolution']).default('chargeback'),
  })
  .refine(({ charge, payment_intent }) => (charge === undefined) !== (payment_intent === undefined), 'charge or payment_intent')
const detailsBody = z.strictObject({ terms_of_service_url: z.url({ protocol: /^https?$/ }).nullable() })
const statusBody = z.strictObject({ status: z.enum(DISPUTE_STATUSES) })
const settleBody = z.strictObject({ payment_intent: z.string(), outcome: z.enum(['succeeded', 'failed']) })
const refundBody = z.strictObject({ status: z.enum(['succeeded', 'failed', 'canceled']) })
const failBody = z.strictObject({ times: z.int().min(0).max(100).default(1) })
const payBody = z.strictObject({
  card: z.string().default('4242424242424242'),
  bank: z.boolean().default(false),
  /** Of a card that behaves like `card` and has another number. */
  fingerprint: z.string().optional(),
  promotion_code: z.string().optional(),
  country: z.string().default('DE'),
})

async function payWithoutPage(service: StripeService, id: string, body: z.output<typeof payBody>): Promise<PaymentStep> {
  const { card, bank, fingerprint, promotion_code, country } = body
  if (promotion_code !== undefined) {
    const redeemed = await redeem(service, await requireObject(service, 'checkout.session', id), promotion_code)
    if ('problem' in redeemed) throw invalid(redeemed.problem)
    await setDiscount(service, id, redeemed.discount)
  }
  const session = await requireObject(service, 'checkout.session', id)
  const values = {
    ...{ email: 'buyer@academy.test', name: 'Ada Buyer', country, terms: 'accepted' },
    ...{ payment_method: bank ? 'bank' : 'card', card, expiry: '12/34', cvc: '123' },
  }
  const form = readPayForm(session, values, new Date(service.now() * 1000))
  if ('problems' in form) throw invalid(form.problems.map(({ message }) => message).join(' '))
  const { payer } = form
  const method = await createPaymentMethod(service, session, values, fingerprint)
  return payForSession(service, id, { payer, method })
}

/** Simulates banks and buyers: disputes, settlements, failing cards, and payments without the checkout page. */
export async function controlRoutes(app: FastifyInstance, service: StripeService): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) })
    if (error instanceof StripeError) return reply.code(error.status).send(errorBody(error))
    request.log.error(error)
    return reply.code(500).send({ message: 'The stand-in failed' })
  })

  const post = <T extends z.ZodType>(
    path: string,
    body: T,
    work: (tx: StripeService, input: z.output<T>, id: string) => Promise<unknown>,
  ) =>
    app.post<{ Params: { id: string } }>(path, async ({ body: sent, params }) => {
      const input = body.parse(sent ?? {})
      return service.write((tx) => work(tx, input, params.id))
    })

  app.put('/public_details', async (request) => {
    const details = detailsBody.parse(request.body)
    await service.write((tx) => setTermsUrl(tx, details.terms_of_service_url))
    return details
  })
  post('/disputes', disputeBody, async (tx, { case_type, ...target }) => openDispute(tx, await requireCharge(tx, target), case_type))
  post('/disputes/:id/status', statusBody, (tx, { status }, id) => setDisputeStatus(tx, id, status))
  post('/refunds/:id/status', refundBody, (tx, { status }, id) => settleRefund(tx, id, status))
  post('/settle', settleBody, async (tx, { payment_intent, outcome }) => {
    return (await settleIntent(tx, payment_intent, outcome === 'succeeded')).intent
  })
  post('/customers/:id/fail_charges', failBody, async (tx, { times }, id) => {
    await failNextCharge(tx, (await requireObject(tx, 'customer', id)).id, times)
    return { customer: id, failing_charges: times }
  })

  app.post<{ Params: { id: string } }>('/checkout/:id/pay', async (request) => {
    const body = payBody.parse(request.body ?? {})
    const step = await service.write((tx) => payWithoutPage(tx, request.params.id, body))
    // thrown after the write, which keeps the failed attempt
    if (step.step === 'declined') throw new StripeError(step.message, { status: 402, type: 'card_error', code: 'card_declined' })
    return step
  })
}
