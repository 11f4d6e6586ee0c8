import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StripeService } from '../../context.ts'
import { parseForm } from '../../form.ts'
import { sendPage } from '../../hosted-page.ts'
import { idOf } from '../../ids.ts'
import { termsUrl } from '../../public-details.ts'
import { find, requireObject } from '../../store.ts'
import { invalid, StripeError } from '../../stripe-error.ts'
import { type PaymentStep, payForSession } from '../complete.ts'
import { createPaymentMethod } from '../create-payment-method.ts'
import { expireSession } from '../expire.ts'
import { openLink } from '../payment-link.ts'
import { loadOrder, loadPurchase, setDiscount } from '../purchase.ts'
import { redeem } from '../redeem.ts'
import type { Session } from '../session-json.ts'
import { type CheckoutView, checkoutPage } from './checkout-html.ts'
import { authenticatePage, completePage, expiredPage, missingPage, successUrl } from './other-pages.ts'
import { type FormValues, type Problem, readPayForm } from './pay-form.ts'
import { trialLength } from './wording.ts'

type SessionRequest = { Params: { id: string }; Body: string }
type SessionHandler = (session: Session, request: FastifyRequest<SessionRequest>, reply: FastifyReply) => unknown
type ViewOptions = { values?: FormValues; problems?: readonly Problem[]; refusedCode?: CheckoutView['refusedCode'] }

const fieldsOf = (body: string): FormValues =>
  Object.fromEntries(Object.entries(parseForm(body)).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))

async function discountCodeOf(service: StripeService, session: Session): Promise<string | undefined> {
  const { discount } = await loadPurchase(service, session)
  return discount === null ? undefined : (await requireObject(service, 'promotion_code', discount.promotion_code)).code
}

const NOTHING_TO_CONFIRM: Problem[] = [{ field: '', message: 'There is no payment to confirm. Please pay again.' }]

/** Serves the URLs of payment links. Each visit opens a new checkout. */
export function paymentLinkPages(app: FastifyInstance, service: StripeService): void {
  app.get<{ Params: { id: string }; Querystring: Record<string, string | undefined> }>('/:id', async (request, reply) => {
    const link = await find(service, 'payment_link', request.params.id)
    if (link === undefined) return sendPage(reply, missingPage(), { status: 404 })
    if (Object.keys(request.query).length > 0) throw invalid('The stand-in supports no parameters in the URL of a payment link.')
    const { url } = await service.write((tx) => openLink(tx, link))
    return reply.header('cache-control', 'no-store').redirect(url ?? '', 303)
  })
}

/** Serves the hosted page of a checkout session and its forms. The page works without JavaScript. */
export function checkoutPageRoutes(app: FastifyInstance, service: StripeService): void {
  const html = (reply: FastifyReply, session: Session, body: string) =>
    sendPage(reply, body, {
      targets: [session.success_url, session.cancel_url],
      // The web app recognizes returning buyers by the referrer's host. The stand-in shares its host, so it must send the path as well.
      referrerPolicy: 'unsafe-url',
    })

  const show = async (reply: FastifyReply, session: Session, { values = {}, problems = [], refusedCode }: ViewOptions = {}) => {
    const purchase = await loadPurchase(service, session)
    const view = {
      session,
      order: await loadOrder(service, session),
      trial: trialLength(purchase, service.now()),
      discountCode: await discountCodeOf(service, session),
      refusedCode,
      termsUrl: await termsUrl(service),
      values,
      problems,
    }
    return html(reply, session, checkoutPage(view))
  }

  /** Runs one step of the payment. Returns a StripeError, e.g. for a refused card, as a declined step. */
  const runStep = async (work: (service: StripeService) => Promise<PaymentStep>): Promise<PaymentStep> => {
    try {
      return await service.write(work)
    } catch (error) {
      if (error instanceof StripeError) return { step: 'declined', message: error.message }
      throw error
    }
  }

  const sendStep = async (reply: FastifyReply, session: Session, step: PaymentStep, values: FormValues) => {
    if (step.step === 'complete') return reply.redirect(successUrl(step.session), 303)
    if (step.step === 'authenticate') return reply.redirect(`/stripe/checkout/${session.id}/authenticate`, 303)
    const now = await requireObject(service, 'checkout.session', session.id)
    if (now.status === 'expired') return html(reply, now, expiredPage(now))
    return show(reply, now, { values, problems: [{ field: 'card', message: step.message }] })
  }

  const showComplete: SessionHandler = (session, _request, reply) => html(reply, session, completePage(session))

  /** Registers an endpoint of sessions that can still be paid. For other sessions it sends a page with the reason. */
  const openSessionRoute = (method: 'GET' | 'POST', url: string, handle: SessionHandler, whenComplete = showComplete) =>
    app.route<SessionRequest>({
      method,
      url,
      handler: async (request, reply) => {
        const session = await find(service, 'checkout.session', request.params.id)
        if (session === undefined) return sendPage(reply, missingPage(), { status: 404 })
        if (session.status === 'complete') return whenComplete(session, request, reply)
        if (session.status === 'expired') return html(reply, session, expiredPage(session))
        if (session.expires_at > service.now()) return handle(session, request, reply)
        const expired = await service.write(async (tx) => expireSession(tx, await requireObject(tx, 'checkout.session', session.id)))
        return html(reply, session, expiredPage(expired))
      },
    })

  openSessionRoute('GET', '/:id', (session, _request, reply) => show(reply, session))

  const payOnPage: SessionHandler = async (session, { body }, reply) => {
    const values = fieldsOf(body)
    const form = readPayForm(session, values, new Date(service.now() * 1000))
    if ('problems' in form) return show(reply, session, { values, problems: form.problems })
    const step = await runStep(async (tx) => {
      const current = await requireObject(tx, 'checkout.session', session.id)
      if (current.status === 'complete') return { step: 'complete', session: current }
      return payForSession(tx, session.id, { payer: form.payer, method: await createPaymentMethod(tx, form.method, form.payer) })
    })
    return sendStep(reply, session, step, values)
  }
  // a double click submits the form twice
  openSessionRoute('POST', '/:id', payOnPage, (session, _request, reply) => reply.redirect(successUrl(session), 303))

  openSessionRoute('GET', '/:id/authenticate', (session, _request, reply) => {
    const { id, amount_total, currency } = session
    return html(reply, session, authenticatePage(`/stripe/checkout/${id}/authenticate`, amount_total, currency))
  })

  openSessionRoute('POST', '/:id/authenticate', async (session, { body }, reply) => {
    const { unauthenticated } = await loadPurchase(service, session)
    if (!unauthenticated) return show(reply, session, { problems: NOTHING_TO_CONFIRM })
    const authenticated = fieldsOf(body).answer === 'complete'
    const step = await runStep(async (tx) => {
      const method = await requireObject(tx, 'payment_method', idOf(unauthenticated.method))
      return payForSession(tx, session.id, { payer: unauthenticated.payer, method, attempt: { authenticated } })
    })
    const { name, country, email } = unauthenticated.payer
    return sendStep(reply, session, step, { name, country, email })
  })

  openSessionRoute('POST', '/:id/promotion', async (session, { body }, reply) => {
    const { code = '' } = fieldsOf(body)
    const redeemed = session.allow_promotion_codes ? await redeem(service, session, code) : { problem: 'This code is invalid.' }
    if ('problem' in redeemed) return show(reply, session, { refusedCode: { code, problem: redeemed.problem } })
    await service.write(async (tx) => setDiscount(tx, await requireObject(tx, 'checkout.session', session.id), redeemed.discount))
    return reply.redirect(`/stripe/checkout/${session.id}`, 303)
  })

  openSessionRoute('POST', '/:id/promotion/remove', async (session, _request, reply) => {
    if (session.allow_promotion_codes) {
      await service.write(async (tx) => setDiscount(tx, await requireObject(tx, 'checkout.session', session.id), null))
    }
    return reply.redirect(`/stripe/checkout/${session.id}`, 303)
  })
}
