import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { MovableClock } from '../control/clock.ts'
import type { SwitchableFaults } from '../control/faults.ts'
import { createTables } from '../database.ts'
import type { ServiceOptions } from '../service.ts'
import { createWebhookQueue } from '../webhook-queue.ts'
import { accountRoutes } from './account/account.routes.ts'
import { invoiceStep, subscriptionStep } from './billing/due-steps.ts'
import { invoiceRoutes } from './billing/invoices.routes.ts'
import { subscriptionRoutes } from './billing/subscriptions.routes.ts'
import { checkoutPageRoutes } from './checkout/page/checkout.routes.ts'
import { checkoutSessionRoutes, expireDueSession } from './checkout/sessions.routes.ts'
import { controlRoutes } from './control.routes.ts'
import { createApi } from './core/api.ts'
import { authenticate } from './core/authenticate.ts'
import { createService, type StripeService } from './core/context.ts'
import { STRIPE_IDENTITY, type StripeIdentity } from './core/identity.ts'
import { makeId } from './core/kinds.ts'
import { errorBody, SERVER_ERROR, StripeError } from './core/stripe-error.ts'
import { ddl } from './core/tables.ts'
import { customerRoutes } from './customers/customers.routes.ts'
import { documentPages } from './documents.ts'
import { includables } from './includables.ts'
import { paymentRoutes } from './payments/payments.routes.ts'
import { portalPages } from './portal/portal.routes.ts'
import { portalRoutes } from './portal/portal-api.routes.ts'
import { discountRoutes } from './products/discounts.routes.ts'
import { productRoutes } from './products/products.routes.ts'
import { cancelSubscriptionsOf } from './subscriptions/subscription.ts'
import { createDueWorker } from './time/due-worker.ts'
import { listDeliveries, webhookRules } from './webhooks/webhooks.ts'

export { STRIPE_IDENTITY, STRIPE_SECRET_KEY, type StripeIdentity, secretKeyOf } from './core/identity.ts'

const RATE_LIMITED = 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.'

function faultBody({ kind, status }: { kind: 'error' | 'rate_limited'; status: number }) {
  if (kind === 'rate_limited') return errorBody(new StripeError(RATE_LIMITED, { code: 'rate_limit', status }))
  return errorBody(new StripeError(SERVER_ERROR, { status, type: 'api_error' }))
}

/** Converts errors of the stand-in, Fastify and Postgres to Stripe's. */
function toStripeError(error: unknown): StripeError {
  if (error instanceof StripeError) return error
  const { code = '', statusCode } = error as Partial<FastifyError>
  if (code.startsWith('FST_ERR_CTP')) {
    return new StripeError('Invalid request (check that your POST content type is application/x-www-form-urlencoded).')
  }
  // Postgres cannot store NUL or unpaired surrogates
  if (['22P05', '22P02', '22021'].includes(code)) return new StripeError('Invalid UTF-8 characters in the request.')
  if (statusCode !== undefined && statusCode < 500) return new StripeError('Invalid request.', { status: statusCode })
  return new StripeError(SERVER_ERROR, { status: 500, type: 'api_error' })
}

function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const converted = toStripeError(error)
    // logs bugs of the stand-in, but hides them from the client
    if (converted !== error && converted.status >= 500) request.log.error(error)
    return reply.code(converted.status).send(errorBody(converted))
  })
  app.setNotFoundHandler((request) => {
    throw new StripeError(
      `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      { status: 404 },
    )
  })
}

function parseForms(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

async function stripeApi(app: FastifyInstance, { service, faults }: { service: StripeService } & Pick<ServiceOptions, 'faults'>) {
  handleErrors(app)
  parseForms(app)
  app.addHook('onRequest', async (request, reply) => {
    request.id = makeId('request')
    reply.header('request-id', request.id)
  })
  app.addHook('onRequest', authenticate(service.identity))
  const api = createApi(app, service, includables, faults.apply('stripe', faultBody))
  accountRoutes(api)
  customerRoutes(api, cancelSubscriptionsOf)
  productRoutes(api)
  discountRoutes(api)
  paymentRoutes(api)
  subscriptionRoutes(api)
  invoiceRoutes(api)
  portalRoutes(api)
  checkoutSessionRoutes(api)
}

const deliveryQuery = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(200) })

type StripeStandinOptions = Pick<ServiceOptions, 'sql' | 'publicUrl'> & {
  clock: MovableClock
  faults: SwitchableFaults
  identity?: Partial<StripeIdentity>
}

/**
 * Serves Stripe's API (version 2026-10-28.endive) for one account, stored in Postgres. The unmodified stripe-node works with it. The SDK takes only a host
 * and a port, so the API is at `/v1` of the stand-ins' port; everything else is below `/stripe`.
 */
export async function stripeStandin(
  app: FastifyInstance,
  { sql, clock, faults, publicUrl, identity }: StripeStandinOptions,
): Promise<void> {
  await createTables(sql, ddl)
  const time = () => clock.now('stripe')
  const webhooks = await createWebhookQueue({ sql, service: 'stripe', clock, log: app.log, ...webhookRules(sql) })
  const service = createService({
    sql,
    publicUrl,
    identity: { ...STRIPE_IDENTITY, ...identity },
    now: () => Math.floor(time().getTime() / 1000),
    deliveryFault: (eventType) => faults.takeDelivery('stripe', eventType),
    afterWrite: () => {
      webhooks.wake()
      due.wake()
    },
  })
  const steps = { subscription: subscriptionStep, invoice: invoiceStep, 'checkout.session': expireDueSession }
  const due = createDueWorker({ service, steps, log: app.log })
  clock.onMove('stripe', due.run)
  app.addHook('onClose', async () => {
    await due.close()
    await webhooks.close()
  })
  due.wake()

  await app.register(stripeApi, { prefix: '/v1', service, faults })
  await app.register(
    async (pages) => {
      await pages.register(formbody)
      portalPages(pages, service)
      documentPages(pages, service)
      checkoutPageRoutes(pages, service)
      pages.get('/api/deliveries', async ({ query }) => ({ deliveries: await listDeliveries(sql, deliveryQuery.parse(query).limit) }))
    },
    { prefix: '/stripe' },
  )
  await app.register(async (control) => controlRoutes(control, service), { prefix: '/stripe/control' })
}
