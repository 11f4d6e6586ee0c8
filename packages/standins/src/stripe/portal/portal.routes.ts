import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { payInvoice } from '../billing/pay-invoice.ts'
import type { StripeService } from '../context.ts'
import { framedPage, sendPage } from '../hosted-page.ts'
import { idOf } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { cardForm, type FieldError, readCard } from '../payments/card-form.ts'
import { find, findAll, findPage } from '../store.ts'
import { StripeError } from '../stripe-error.ts'
import { findSubscribedProduct } from '../subscriptions/item-line.ts'
import { type OpenPortal, openPortal } from './open-portal.ts'
import { cancelInPortal, ownSubscription, replaceCard, resumeInPortal } from './portal-actions.ts'
import { cancelPage, type Plan, portalHome, portalPath } from './portal-html.ts'

const NOTICES = {
  canceled: 'Your subscription is canceled.',
  resumed: 'Your subscription goes on.',
  card: 'Your card is updated.',
  paid: 'Your invoice is paid.',
} as const
const SHOWN_INVOICES = 24

const params = z.object({ session: z.string(), id: z.string().default('') })
const query = z.object({ done: z.string().optional() })

async function planOf(service: StripeService, subscription: Stored<'subscription'>): Promise<Plan> {
  const product = await findSubscribedProduct(service, subscription)
  return { subscription, name: product?.name ?? 'Subscription' }
}

async function cardOf(service: StripeService, { customer }: OpenPortal, plans: readonly Plan[]) {
  const chosen = plans[0]?.subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  return chosen ? find(service, 'payment_method', idOf(chosen)) : undefined
}

async function home(service: StripeService, portal: OpenPortal, notice: string | undefined): Promise<string> {
  const { customer } = portal
  const subscriptions = await findAll(service, 'subscription', { where: { customer: customer.id } })
  const plans: Plan[] = []
  for (const subscription of subscriptions) if (subscription.ended_at === null) plans.push(await planOf(service, subscription))
  const { data } = await findPage(service, 'invoice', { where: { customer: customer.id } }, { limit: SHOWN_INVOICES })
  const invoices = data.filter(({ status }) => status !== 'draft')
  return portalHome({ portal, plans, invoices, notice, card: await cardOf(service, portal, plans) })
}

type PageHandler = (service: StripeService, portal: OpenPortal, id: string) => Promise<PageResult>
type PageResult = { redirect: string } | { status?: number; title: string; body: string }

const MISSING: PageResult = {
  status: 404,
  title: 'Not found',
  body: '<h1>Not found</h1><p>The portal of this customer has no such page.</p>',
}

const EXPIRED =
  '<h1>This link is no longer valid</h1><p>Links to the billing portal expire after five minutes. Return to the academy and open the portal again.</p>'

/** Serves the pages of the billing portal. The URL of a session gives access to its customer only. */
export async function portalPages(app: FastifyInstance, root: StripeService): Promise<void> {
  await app.register(formbody)

  const sendExpired = (reply: FastifyReply, back: string | null) =>
    sendPage(reply, framedPage('This link is no longer valid', EXPIRED, back), { status: 404 })

  async function handlePage(request: FastifyRequest, reply: FastifyReply, handler: PageHandler): Promise<FastifyReply> {
    const { session, id } = params.parse(request.params)
    const result = await root.write(async (service) => {
      const portal = await openPortal(service, session)
      if (portal === undefined || 'expired' in portal) return { expiredReturnUrl: portal?.expired.return_url ?? null }
      return { portal, outcome: await handler(service, portal, id) }
    })
    if ('expiredReturnUrl' in result) return sendExpired(reply, result.expiredReturnUrl ?? null)
    const { outcome, portal } = result
    if ('redirect' in outcome) return reply.redirect(outcome.redirect, 303)
    return sendPage(reply, framedPage(outcome.title, outcome.body, portal.session.return_url), { status: outcome.status ?? 200 })
  }

  app.get('/portal/:session', (request, reply) =>
    handlePage(request, reply, async (service, portal) => {
      const { done } = query.parse(request.query)
      return { title: 'Billing', body: await home(service, portal, done === undefined ? undefined : NOTICES[done as keyof typeof NOTICES]) }
    }),
  )

  app.get('/portal/:session/cancel/:id', (request, reply) =>
    handlePage(request, reply, async (service, portal, id) => {
      const subscription = await ownSubscription(service, portal, id)
      if (subscription === undefined || !portal.features.subscription_cancel.enabled) return MISSING
      return { title: 'Cancel subscription', body: cancelPage(portal, await planOf(service, subscription)) }
    }),
  )

  app.post('/portal/:session/cancel/:id', (request, reply) =>
    handlePage(request, reply, async (service, portal, id) => {
      const subscription = await ownSubscription(service, portal, id)
      if (subscription === undefined || !portal.features.subscription_cancel.enabled) return MISSING
      await cancelInPortal(service, subscription)
      return { redirect: portalPath(portal, '?done=canceled') }
    }),
  )

  app.post('/portal/:session/resume/:id', (request, reply) =>
    handlePage(request, reply, async (service, portal, id) => {
      const subscription = await ownSubscription(service, portal, id)
      if (subscription === undefined) return MISSING
      await resumeInPortal(service, subscription)
      return { redirect: portalPath(portal, '?done=resumed') }
    }),
  )

  const cardPage = (portal: OpenPortal, fieldError?: FieldError): PageResult => ({
    status: fieldError === undefined ? 200 : 402,
    title: 'Update card',
    body: `<h1>Update card</h1><p>The new card pays for all your subscriptions from now on.</p>
      ${cardForm({ action: portalPath(portal, '/card'), button: 'Save card', fieldError })}
      <p><a href="${portalPath(portal, '?done=')}">Go back</a></p>`,
  })

  app.get('/portal/:session/card', (request, reply) =>
    handlePage(request, reply, async (_service, portal) => (portal.features.payment_method_update.enabled ? cardPage(portal) : MISSING)),
  )

  app.post('/portal/:session/card', (request, reply) =>
    handlePage(request, reply, async (service, portal) => {
      if (!portal.features.payment_method_update.enabled) return MISSING
      const read = readCard(request.body, new Date(service.now() * 1000))
      if ('problem' in read) return cardPage(portal, read)
      await replaceCard(service, portal, read.card)
      return { redirect: portalPath(portal, '?done=card') }
    }),
  )

  app.post('/portal/:session/pay/:id', (request, reply) =>
    handlePage(request, reply, async (service, portal, id) => {
      const invoice = await find(service, 'invoice', id)
      if (invoice?.customer !== portal.customer.id || invoice.status !== 'open') return MISSING
      try {
        await payInvoice(service, invoice, { offSession: false })
        return { redirect: portalPath(portal, '?done=paid') }
      } catch (error) {
        if (!(error instanceof StripeError)) throw error
        const fieldError = { problem: `${error.message} Enter another card, then pay again.`, field: 'number' as const }
        return cardPage(portal, fieldError)
      }
    }),
  )
}
