import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { payInvoice } from '../billing/pay-invoice.ts'
import type { StripeService } from '../context.ts'
import { sendHosted } from '../hosted-page.ts'
import { idOf } from '../ids.ts'
import type { Stored } from '../kinds.ts'
import { cardForm, readCard } from '../payments/card-form.ts'
import { all, find, page } from '../store.ts'
import { StripeError } from '../stripe-error.ts'
import { priceOf } from '../subscriptions/subscription-json.ts'
import { type OpenPortal, openPortal, portalTime } from './open-session.ts'
import { cancelInPortal, ownSubscription, replaceCard, resumeInPortal } from './portal-actions.ts'
import { cancelPage, type Plan, portalHome, portalPath } from './portal-html.ts'

const NOTICES: Record<string, string> = {
  canceled: 'Your subscription is canceled.',
  resumed: 'Your subscription goes on.',
  card: 'Your card is updated.',
  paid: 'Your invoice is paid.',
}
const SHOWN_INVOICES = 24

const params = z.object({ session: z.string(), id: z.string().default('') })
const query = z.object({ done: z.string().optional() })
const feedback = z.enum([
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
])
const cancelForm = z.object({ feedback: feedback.nullish().catch(null) }).nullish()

async function planOf(service: StripeService, subscription: Stored<'subscription'>): Promise<Plan> {
  const [item] = subscription.items.data
  const product = item && (await find(service, 'product', priceOf(item).product))
  return { subscription, name: product?.name ?? 'Subscription' }
}

async function cardOf(service: StripeService, { customer }: OpenPortal, plans: readonly Plan[]) {
  const chosen = plans[0]?.subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  return chosen ? find(service, 'payment_method', idOf(chosen)) : undefined
}

async function home(service: StripeService, portal: OpenPortal, notice: string | undefined): Promise<string> {
  const { customer } = portal
  const subscriptions = await all(service, 'subscription', { where: { customer: customer.id } })
  const plans: Plan[] = []
  for (const subscription of subscriptions) if (subscription.ended_at === null) plans.push(await planOf(service, subscription))
  const { data } = await page(service, 'invoice', { where: { customer: customer.id } }, { limit: SHOWN_INVOICES })
  const invoices = data.filter(({ status }) => status !== 'draft')
  return portalHome({ portal, plans, invoices, notice, card: await cardOf(service, portal, plans) })
}

// a flow opens its page once
function startTimeOf(portal: OpenPortal): string | undefined {
  const { flow } = portal.session
  if (flow?.type === 'payment_method_update') return portalPath(portal, '/card')
  return flow?.subscription_cancel ? portalPath(portal, `/cancel/${flow.subscription_cancel.subscription}`) : undefined
}

const doneAt = (portal: OpenPortal, what: string) =>
  portal.session.flow?.after_completion.redirect?.return_url ?? portalPath(portal, `?done=${what}`)

type Work = (service: StripeService, portal: OpenPortal, id: string) => Promise<Outcome>
type Outcome = { to: string } | { status?: number; title: string; body: string }

const MISSING: Outcome = { status: 404, title: 'Not found', body: '<h1>Not found</h1><p>There is nothing here for this customer.</p>' }

/** Serves the pages of the billing portal. The URL of a session gives access to its customer only. */
export async function portalPages(app: FastifyInstance, root: StripeService): Promise<void> {
  await app.register(formbody)

  const sendExpired = (reply: FastifyReply, back: string | null) =>
    sendHosted(reply, 404, {
      title: 'This link is no longer valid',
      back,
      body: '<h1>This link is no longer valid</h1><p>It could be used for a short time only. Open the billing portal again from where you came.</p>',
    })

  async function handlePage(request: FastifyRequest, reply: FastifyReply, work: Work): Promise<FastifyReply> {
    const { session, id } = params.parse(request.params)
    const result = await root.write(async (service) => {
      const portal = await openPortal(service, session)
      if (portal === undefined || 'expired' in portal) return { expiredReturnUrl: portal?.expired.return_url ?? null }
      return { portal, outcome: await work(service, portal, id) }
    })
    if ('expiredReturnUrl' in result) return sendExpired(reply, result.expiredReturnUrl ?? null)
    const { outcome, portal } = result
    if ('to' in outcome) return reply.redirect(outcome.to, 303)
    const { return_url: back, flow } = portal.session
    return sendHosted(reply, outcome.status ?? 200, { ...outcome, back, leadsTo: flow?.after_completion.redirect?.return_url ?? null })
  }

  app.get('/portal/:session', (request, reply) =>
    handlePage(request, reply, async (service, portal) => {
      const { done } = query.parse(request.query)
      const start = done === undefined ? startTimeOf(portal) : undefined
      if (start !== undefined) return { to: start }
      return { title: 'Billing', body: await home(service, portal, done === undefined ? undefined : NOTICES[done]) }
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
      await cancelInPortal(service, portal, subscription, cancelForm.parse(request.body)?.feedback ?? null)
      return { to: doneAt(portal, 'canceled') }
    }),
  )

  app.post('/portal/:session/resume/:id', (request, reply) =>
    handlePage(request, reply, async (service, portal, id) => {
      const subscription = await ownSubscription(service, portal, id)
      if (subscription === undefined) return MISSING
      await resumeInPortal(service, portal, subscription)
      return { to: doneAt(portal, 'resumed') }
    }),
  )

  const cardPage = (portal: OpenPortal, wrong?: { problem: string; field: 'number' | 'expiry' | 'cvc' }): Outcome => ({
    status: wrong === undefined ? 200 : 402,
    title: 'Update card',
    body: `<h1>Update card</h1><p>It pays for what you have subscribed to from now on.</p>
      ${cardForm({ action: portalPath(portal, '/card'), button: 'Save card', wrong })}
      <p><a href="${portalPath(portal, '?done=')}">Go back</a></p>`,
  })

  app.get('/portal/:session/card', (request, reply) =>
    handlePage(request, reply, async (_service, portal) => (portal.features.payment_method_update.enabled ? cardPage(portal) : MISSING)),
  )

  app.post('/portal/:session/card', (request, reply) =>
    handlePage(request, reply, async (service, portal) => {
      if (!portal.features.payment_method_update.enabled) return MISSING
      const { now } = await portalTime(service, portal)
      const read = readCard(request.body, new Date(now() * 1000))
      if ('problem' in read) return cardPage(portal, read)
      await replaceCard(service, portal, read.card)
      return { to: doneAt(portal, 'card') }
    }),
  )

  app.post('/portal/:session/pay/:id', (request, reply) =>
    handlePage(request, reply, async (service, portal, id) => {
      const invoice = await find(service, 'invoice', id)
      if (invoice?.customer !== portal.customer.id || invoice.status !== 'open') return MISSING
      try {
        await payInvoice(await portalTime(service, portal), invoice, { offSession: false })
        return { to: doneAt(portal, 'paid') }
      } catch (error) {
        if (!(error instanceof StripeError)) throw error
        const wrong = { problem: `${error.message} Enter another card, then pay again.`, field: 'number' as const }
        return cardPage(portal, wrong)
      }
    }),
  )
}
