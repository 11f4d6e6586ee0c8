import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from '../../page.ts'
import { payInvoice } from '../billing/pay-invoice.ts'
import type { StripeService } from '../core/context.ts'
import { hostedPage, sendPage } from '../core/hosted-page.ts'
import { MERCHANT } from '../core/identity.ts'
import { idOf, type Stored } from '../core/kinds.ts'
import { find, findAll, findPage, readHidden, requireObject, updateHidden } from '../core/store.ts'
import { StripeError } from '../core/stripe-error.ts'
import { cardFields, cardProblems, type FormValues, type FormView, problemsHtml, testCards } from '../payments/card-form.ts'
import { cardByNumber, type TestCard } from '../payments/cards.ts'
import { createCard } from '../payments/payment-method.ts'
import { changeSubscription, endingChanges, findSubscribedProduct, periodEnd, type Subscription } from '../subscriptions/subscription.ts'
import { change } from '../webhooks/emit-event.ts'
import { cancelPage, type Plan, portalHome } from './portal-html.ts'

/** Seconds within which a portal session must be opened, and without use after which an opened session expires. */
const [UNOPENED_SECONDS, IDLE_SECONDS] = [5 * 60, 3600]

const NOTICES: Record<string, string> = {
  canceled: 'Your subscription is canceled.',
  resumed: 'Your subscription goes on.',
  card: 'Your card is updated.',
  paid: 'Your invoice is paid.',
}

type Portal = {
  service: StripeService
  /** The path of the portal's home page. */
  url: string
  customer: Stored<'customer'>
  features: Stored<'billing_portal.configuration'>['features']
}
type Page = { title: string; body: string }
/** The next page: a page, the notice on the home page, or undefined for one that the customer does not have. */
type Handler = (portal: Portal, id: string, values: FormValues) => Promise<Page | keyof typeof NOTICES | undefined>

/** Returns an open portal session and extends its lifetime; undefined if it has expired. Call it within a write. */
async function openPortal(service: StripeService, session: Stored<'billing_portal.session'>): Promise<Portal | undefined> {
  const { used_at } = await readHidden<{ used_at?: number }>(service, session.id)
  const expiresAt = used_at === undefined ? session.created + UNOPENED_SECONDS : used_at + IDLE_SECONDS
  const customer = await find(service, 'customer', session.customer)
  if (service.now() > expiresAt || customer === undefined) return undefined
  await updateHidden(service, session.id, { used_at: service.now() })
  const { features } = await requireObject(service, 'billing_portal.configuration', idOf(session.configuration))
  return { service, url: `/stripe/portal/${session.id}`, customer, features }
}

const listSubscriptions = async ({ service, customer }: Portal): Promise<Subscription[]> =>
  (await findAll(service, 'subscription', { where: { customer: customer.id } })).filter(({ ended_at }) => ended_at === null)

const ownSubscription = async (portal: Portal, id: string) => (await listSubscriptions(portal)).find((one) => one.id === id)

const planOf = async ({ service }: Portal, subscription: Subscription): Promise<Plan> => ({
  subscription,
  name: (await findSubscribedProduct(service, subscription))?.name ?? 'Subscription',
})

async function home(portal: Portal, notice: string | undefined): Promise<string> {
  const { service, customer } = portal
  const subscriptions = await listSubscriptions(portal)
  const plans: Plan[] = []
  for (const subscription of subscriptions) plans.push(await planOf(portal, subscription))
  const { data } = await findPage(service, 'invoice', { where: { customer: customer.id } }, { limit: 24 })
  const method = subscriptions[0]?.default_payment_method ?? customer.invoice_settings.default_payment_method
  const card = method ? (await requireObject(service, 'payment_method', idOf(method))).card : undefined
  return portalHome({ ...portal, plans, invoices: data.filter(({ status }) => status !== 'draft'), notice, card })
}

const cardPage = ({ url }: Portal, view: FormView = { values: {}, problems: [] }): Page => ({
  title: 'Update card',
  body: `${problemsHtml(view)}
    <form method="post" action="${url}/card">${cardFields(view)}<button class="main">Save card</button></form>
    ${testCards()}<p><a href="${url}">Go back</a></p>`,
})

/** Makes a new card the payment method of the customer and of all running subscriptions. */
async function replaceCard(portal: Portal, card: TestCard): Promise<void> {
  const { service, customer } = portal
  const created = await createCard(service, card)
  const { id } = await change(service, 'payment_method', created, { customer: customer.id })
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: id }
  await change(service, 'customer', customer, { invoice_settings })
  for (const subscription of await listSubscriptions(portal))
    if (subscription.default_payment_method !== null) await changeSubscription(service, subscription, { default_payment_method: id })
}

/** Serves the pages of the billing portal. The URL of a session gives access to its customer only. */
export function portalPages(app: FastifyInstance, root: StripeService): void {
  const page = (method: 'GET' | 'POST', path: string, handler: Handler) =>
    app.route<{ Params: { session: string; id?: string }; Body: FormValues | undefined }>({
      method,
      url: `/portal/:session${path}`,
      handler: async ({ params, body, query }, reply) => {
        const session = await find(root, 'billing_portal.session', params.session)
        const values = { ...z.record(z.string(), z.string()).parse(query), ...body }
        const result =
          session &&
          (await root.write(async (service) => {
            const portal = await openPortal(service, session)
            return portal && { next: await handler(portal, params.id ?? '', values) }
          }))
        const back = `<p><a href="${escapeHtml(session?.return_url ?? '')}">Return to ${MERCHANT}</a></p>`
        if (result?.next === undefined) return sendPage(reply, hostedPage('This link is no longer valid', back), 404)
        const { next } = result
        if (typeof next === 'string') return reply.redirect(`/stripe/portal/${params.session}?done=${next}`, 303)
        return sendPage(reply, hostedPage(next.title, back + next.body))
      },
    })

  page('GET', '', async (portal, _id, { done = '' }) => ({ title: 'Billing', body: await home(portal, NOTICES[done]) }))

  page('GET', '/cancel/:id', async (portal, id) => {
    const subscription = await ownSubscription(portal, id)
    if (subscription === undefined || !portal.features.subscription_cancel.enabled) return undefined
    return { title: 'Cancel subscription', body: cancelPage(portal.url, await planOf(portal, subscription)) }
  })

  // Sets only `cancel_at`, as Stripe's portal does in flexible billing mode (docs.stripe.com/billing/subscriptions/billing-mode/compare).
  page('POST', '/cancel/:id', async (portal, id) => {
    const subscription = await ownSubscription(portal, id)
    if (subscription === undefined || !portal.features.subscription_cancel.enabled) return undefined
    await changeSubscription(portal.service, subscription, endingChanges(subscription, periodEnd(subscription), portal.service.now()))
    return 'canceled'
  })

  page('POST', '/resume/:id', async (portal, id) => {
    const subscription = await ownSubscription(portal, id)
    if (subscription === undefined) return undefined
    await changeSubscription(portal.service, subscription, endingChanges(subscription, null, portal.service.now()))
    return 'resumed'
  })

  page('GET', '/card', async (portal) => (portal.features.payment_method_update.enabled ? cardPage(portal) : undefined))

  page('POST', '/card', async (portal, _id, values) => {
    if (!portal.features.payment_method_update.enabled) return undefined
    const problems = cardProblems(values, new Date(portal.service.now() * 1000))
    const card = cardByNumber(values.card ?? '')
    // Stripe refuses to save a card that always declines
    if (card?.behavior.kind === 'declines') problems.push({ field: 'card', message: card.behavior.message })
    if (card === undefined || problems.length > 0) return cardPage(portal, { values, problems })
    await replaceCard(portal, card)
    return 'card'
  })

  page('POST', '/pay/:id', async (portal, id) => {
    const invoice = await find(portal.service, 'invoice', id)
    if (invoice?.customer !== portal.customer.id || invoice.status !== 'open') return undefined
    try {
      await payInvoice(portal.service, invoice, { offSession: false })
      return 'paid'
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      return cardPage(portal, { values: {}, problems: [{ field: 'card', message: error.message }] })
    }
  })
}
