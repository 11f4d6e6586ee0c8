import type { FastifyInstance, FastifyReply } from 'fastify'
import { termsUrl } from '../../account/account.routes.ts'
import type { StripeService } from '../../core/context.ts'
import { missingPage, sendPage } from '../../core/hosted-page.ts'
import { find, requireObject } from '../../core/store.ts'
import { StripeError } from '../../core/stripe-error.ts'
import type { FormValues, FormView } from '../../payments/card-form.ts'
import { type PaymentStep, payForSession } from '../complete.ts'
import { loadOrder, loadPurchase, redeem, type Session, setDiscount } from '../purchase.ts'
import { expireSession } from '../sessions.routes.ts'
import { authenticatePage, checkoutPage, closedPage, successUrl } from './checkout-html.ts'
import { createPaymentMethod, readPayForm } from './pay-form.ts'

type SessionRequest = { Params: { id: string }; Body: FormValues | undefined }
type SessionHandler = (session: Session, reply: FastifyReply, values: FormValues) => unknown

/** Serves the hosted page of a checkout session and its forms. The page works without JavaScript. */
export function checkoutPageRoutes(app: FastifyInstance, service: StripeService): void {
  async function show(reply: FastifyReply, session: Session, form: FormView = { values: {}, problems: [] }) {
    const purchase = await loadPurchase(service, session)
    const code = purchase.discount && (await requireObject(service, 'promotion_code', purchase.discount.promotion_code))
    const [order, terms, now] = [await loadOrder(service, purchase), await termsUrl(service), service.now()]
    return sendPage(reply, checkoutPage({ ...form, session, purchase, order, discountCode: code?.code, termsUrl: terms, now }))
  }

  /** Runs one step of the payment and sends its result. A StripeError, e.g. for a refused card, counts as declined. */
  async function pay(reply: FastifyReply, { id }: Session, values: FormValues, work: (tx: StripeService) => Promise<PaymentStep>) {
    const step = await service.write(work).catch((error: unknown): PaymentStep => {
      if (error instanceof StripeError) return { step: 'declined', message: error.message }
      throw error
    })
    if (step.step === 'complete') return reply.redirect(successUrl(step.session), 303)
    if (step.step === 'authenticate') return reply.redirect(`/stripe/checkout/${id}/authenticate`, 303)
    const session = await requireObject(service, 'checkout.session', id)
    if (session.status !== 'open') return sendPage(reply, closedPage(session))
    return show(reply, session, { values, problems: [{ field: 'card', message: step.message }] })
  }

  const showClosed: SessionHandler = (session, reply) => sendPage(reply, closedPage(session))

  /** Registers an endpoint of sessions that can still be paid. For other sessions it sends a page with the reason. */
  const openSessionRoute = (method: 'GET' | 'POST', url: string, handle: SessionHandler, whenComplete = showClosed) =>
    app.route<SessionRequest>({
      method,
      url: `/checkout/:id${url}`,
      handler: async ({ params, body }, reply) => {
        const session = await find(service, 'checkout.session', params.id)
        if (session === undefined) return sendPage(reply, missingPage(), 404)
        if (session.status === 'complete') return whenComplete(session, reply, {})
        if (session.status === 'open' && session.expires_at > service.now()) return handle(session, reply, body ?? {})
        if (session.status === 'expired') return sendPage(reply, closedPage(session))
        const expired = await service.write(async (tx) => expireSession(tx, await requireObject(tx, 'checkout.session', session.id)))
        return sendPage(reply, closedPage(expired))
      },
    })

  openSessionRoute('GET', '', (session, reply) => show(reply, session))

  // a double click submits the form twice: the second one is redirected as well
  openSessionRoute(
    'POST',
    '',
    (session, reply, values) => {
      const form = readPayForm(session, values, new Date(service.now() * 1000))
      if ('problems' in form) return show(reply, session, { values, problems: form.problems })
      return pay(reply, session, values, async (tx) =>
        payForSession(tx, session.id, { payer: form.payer, method: await createPaymentMethod(tx, session, values) }),
      )
    },
    (session, reply) => reply.redirect(successUrl(session), 303),
  )

  openSessionRoute('GET', '/authenticate', (session, reply) => sendPage(reply, authenticatePage(session)))

  openSessionRoute('POST', '/authenticate', async (session, reply, { answer }) => {
    const { unauthenticated } = await loadPurchase(service, session)
    if (!unauthenticated) return show(reply, session)
    const { method: id, payer } = unauthenticated
    return pay(reply, session, payer, async (tx) => {
      const method = await requireObject(tx, 'payment_method', id)
      return payForSession(tx, session.id, { payer, method, attempt: { authenticated: answer === 'complete' } })
    })
  })

  openSessionRoute('POST', '/promotion', async (session, reply, { code = '' }) => {
    const redeemed = session.allow_promotion_codes ? await redeem(service, session, code) : { problem: 'This code is invalid.' }
    if ('problem' in redeemed) return show(reply, session, { values: {}, problems: [{ field: 'code', message: redeemed.problem }] })
    await service.write((tx) => setDiscount(tx, session.id, redeemed.discount))
    return reply.redirect(`/stripe/checkout/${session.id}`, 303)
  })
}
