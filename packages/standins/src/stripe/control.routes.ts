import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { payForSession } from './checkout/complete.ts'
import { createPaymentMethod } from './checkout/create-payment-method.ts'
import { readPayForm } from './checkout/page/pay-form.ts'
import { setDiscount } from './checkout/purchase.ts'
import { redeem } from './checkout/redeem.ts'
import { settleIntent } from './checkout/settle.ts'
import type { StripeService } from './context.ts'
import { cardByNumber } from './payments/cards.ts'
import { DISPUTE_STATUSES, openDispute, setDisputeStatus } from './payments/dispute.ts'
import { failNextCharge } from './payments/pay.ts'
import { requireCharge, settleRefund } from './payments/refund.ts'
import { setTermsUrl } from './public-details.ts'
import { requireObject } from './store.ts'
import { errorBody, invalid, StripeError } from './stripe-error.ts'

const disputeBody = z
  .strictObject({
    charge: z.string().optional(),
    payment_intent: z.string().optional(),
    reason: z.string().default('fraudulent'),
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
  /** What the cardholder clicks on the bank's page, for cards that require authentication. */
  authentication: z.enum(['complete', 'fail']).default('complete'),
  promotion_code: z.string().optional(),
  email: z.string().default('buyer@academy.test'),
  name: z.string().default('Ada Buyer'),
  country: z.string().default('DE'),
  /** Whether the buyer ticks the box for the terms, if there is one. */
  accept_terms: z.boolean().default(true),
})

type Body = z.output<typeof payBody>

async function payWithoutPage(
  service: StripeService,
  id: string,
  { card, bank, fingerprint, authentication, promotion_code, accept_terms, ...rest }: Body,
) {
  const session = await requireObject(service, 'checkout.session', id)
  if (promotion_code !== undefined) {
    const redeemed = await redeem(service, session, promotion_code)
    if ('problem' in redeemed) throw invalid(redeemed.problem)
    await setDiscount(service, session, redeemed.discount)
  }
  const payment = { card, expiry: '12/34', cvc: '123', payment_method: bank ? 'bank' : 'card', ...(accept_terms && { terms: 'accepted' }) }
  const values = Object.entries({ ...payment, ...rest }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const form = readPayForm(session, Object.fromEntries(values), new Date(service.now() * 1000))
  if ('problems' in form) throw invalid(form.problems.map(({ message }) => message).join(' '))
  const chosen = form.method
  const paidWith = chosen.kind === 'card' && fingerprint !== undefined ? { ...chosen, card: { ...chosen.card, fingerprint } } : chosen
  const method = await createPaymentMethod(service, paidWith, form.payer)
  const first = await payForSession(service, id, { payer: form.payer, method })
  if (first.step !== 'authenticate') return first
  return payForSession(service, id, { payer: form.payer, method, attempt: { authenticated: authentication === 'complete' } })
}

/** Simulates banks and buyers: disputes, settlements, failing cards, and payments without the checkout page. */
export function controlRoutes(app: FastifyInstance, service: StripeService): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ message: z.prettifyError(error) })
    if (error instanceof StripeError) return reply.code(error.status).send(errorBody(error))
    request.log.error(error)
    return reply.code(500).send({ message: 'The stand-in failed' })
  })

  app.post('/disputes', async (request) => {
    const { reason, case_type, ...target } = disputeBody.parse(request.body)
    return service.write(async (tx) => openDispute(tx, await requireCharge(tx, target), { reason, case_type }))
  })

  app.post<{ Params: { id: string } }>('/disputes/:id/status', async (request) => {
    const { status } = statusBody.parse(request.body)
    return service.write((tx) => setDisputeStatus(tx, request.params.id, status))
  })

  app.put('/public_details', async (request) => {
    const { terms_of_service_url } = detailsBody.parse(request.body)
    await service.write((tx) => setTermsUrl(tx, terms_of_service_url))
    return { terms_of_service_url }
  })

  app.post('/settle', async (request) => {
    const { payment_intent, outcome } = settleBody.parse(request.body)
    return (await service.write((tx) => settleIntent(tx, payment_intent, outcome === 'succeeded'))).intent
  })

  app.post<{ Params: { id: string } }>('/refunds/:id/status', async (request) => {
    const { status } = refundBody.parse(request.body)
    return service.write((tx) => settleRefund(tx, request.params.id, status))
  })

  app.post<{ Params: { id: string } }>('/customers/:id/fail_charges', async (request) => {
    const { times } = failBody.parse(request.body ?? {})
    await service.write(async (tx) => failNextCharge(tx, (await requireObject(tx, 'customer', request.params.id)).id, times))
    return { customer: request.params.id, failing_charges: times }
  })

  app.post<{ Params: { id: string } }>('/checkout/:id/pay', async (request) => {
    const body = payBody.parse(request.body ?? {})
    if (!body.bank && cardByNumber(body.card) === undefined) throw invalid('No test card has this number.', 'card')
    const step = await service.write((tx) => payWithoutPage(tx, request.params.id, body))
    if (step.step === 'declined') throw new StripeError(step.message, { status: 402, type: 'card_error', code: 'card_declined' })
    return step
  })
}
