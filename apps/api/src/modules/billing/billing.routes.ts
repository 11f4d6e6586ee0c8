import { randomUUID } from 'node:crypto'
import { offersInCheckout } from '@academy/catalog'
import { consentMissing, contract } from '@academy/contract'
import { initServer } from '@ts-rest/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { contractRoutes } from '../../http/contract-routes.ts'
import { errorBody } from '../../http/errors.ts'
import { beginCheckout } from './checkout/begin-checkout.ts'
import { callStripe } from './checkout/call-stripe.ts'
import { openPortal, portalConfiguration } from './checkout/open-portal.ts'
import { openStorefront } from './checkout/storefront.ts'
import { customerOfPurchase } from './guarantee.store.ts'
import { customersOf, endedSubscriptions } from './payments.store.ts'
import { readPlans } from './plans/read-plans.ts'
import { readReceipts } from './plans/read-receipts.ts'
import { refundPurchase } from './refund-purchase.ts'

const s = initServer()

const statusOf = { already_purchased: 409, not_on_offer: 409, payments_unavailable: 503, no_customer: 404, forbidden: 403 } as const

const refundStatusOf = { guarantee_over: 409, payment_provider_error: 502 } as const

/** Refuses a request because this academy has no payment provider (D-127). */
const paymentsUnavailable = (request: FastifyRequest) => ({
  status: 503 as const,
  body: errorBody(request, 'payments_unavailable', 'Payments are not available at the moment. Nothing was charged.'),
})

/** Serves checkout and billing portal for signed-in users. */
export async function billingRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const { payments } = app
  const storefront = payments && openStorefront(config.directDatabaseUrl, app.db, payments)
  app.addHook('onClose', async () => {
    await storefront?.connections.end({ timeout: 5 })
  })
  const findConfiguration = payments && portalConfiguration(payments.stripe)

  /** Returns a refusal if a return URL is outside the web app (D-123), because the API would be an open redirect. Stripe gets the parsed URL. */
  const refuseForeignUrls = (request: FastifyRequest, addresses: Record<string, string>) => {
    const foreign = Object.entries(addresses).filter(([, address]) => URL.parse(address)?.origin !== config.webOrigin)
    const fields = foreign.map(([name]) => [name, `${name} must be an address of ${config.webOrigin}.`] as const)
    const [first] = fields
    return first && { status: 400 as const, body: errorBody(request, 'invalid_request', first[1], Object.fromEntries(fields)) }
  }

  const router = s.router(contract.billing, {
    checkout: async ({ request, body }) => {
      const { successUrl, cancelUrl } = body
      // The contract requires exactly one.
      const [offer] = offersInCheckout(body)
      if (offer === undefined) throw new Error('a checkout request passed the contract without an offer')
      const foreign = refuseForeignUrls(request, { successUrl, cancelUrl })
      if (foreign) return foreign
      // SELLER-06: the API reads the same setting as the web app, but other clients may not ask the buyer.
      if (body.access_consent === undefined && config.stripe?.legalPages.withdrawal !== undefined)
        return { status: 400, body: errorBody(request, 'invalid_request', consentMissing, { access_consent: consentMissing }) }
      if (!storefront) return paymentsUnavailable(request)
      await app.limit.checkout(request)
      const { id, email } = request.user
      const outcome = await callStripe(request, (signal) =>
        beginCheckout(
          storefront,
          { account_id: id, email },
          {
            offer,
            currency: body.currency,
            successUrl: new URL(successUrl).href,
            cancelUrl: new URL(cancelUrl).href,
            allowPromotionCodes: body.allow_promotion_codes,
            consent: body.access_consent === undefined ? null : { id: randomUUID(), version: body.access_consent },
          },
          signal,
        ),
      )
      if ('url' in outcome) return { status: 200, body: { url: outcome.url } }
      return { status: statusOf[outcome.refused], body: errorBody(request, outcome.refused, outcome.message) }
    },

    portal: async ({ request, body: { customer, returnUrl } }) => {
      const foreign = refuseForeignUrls(request, { returnUrl })
      if (foreign) return foreign
      if (!payments || !findConfiguration) return paymentsUnavailable(request)
      await app.limit.paymentReads(request)
      const outcome = await callStripe(request, () =>
        openPortal(app.db, payments.stripe, findConfiguration, {
          account_id: request.user.id,
          customer,
          returnUrl: new URL(returnUrl).href,
        }),
      )
      if ('url' in outcome) return { status: 200, body: { url: outcome.url } }
      return { status: statusOf[outcome.refused], body: errorBody(request, outcome.refused, outcome.message) }
    },

    plans: async ({ request }) => {
      if (!payments) return { status: 200, body: [] }
      await app.limit.paymentReads(request)
      return { status: 200, body: await callStripe(request, () => readPlans(app.db, payments.stripe, request.user.id)) }
    },

    receipts: async ({ request }) => {
      if (!payments) return { status: 200, body: { receipts: [], has_more: false } }
      await app.limit.paymentReads(request)
      const [customers, ended] = await Promise.all([customersOf(app.db, request.user.id), endedSubscriptions(app.db, request.user.id)])
      return { status: 200, body: await callStripe(request, () => readReceipts(payments.stripe, { customers, endedSubscriptions: ended })) }
    },

    refund: async ({ request, body: { purchase_id } }) => {
      await app.limit.checkout(request)
      const target = { account_id: request.user.id, purchase_id }
      const customer_id = await customerOfPurchase(app.db, target)
      if (customer_id === undefined) return { status: 404, body: errorBody(request, 'not_found', 'There is no such purchase.') }
      if (!payments) return paymentsUnavailable(request)
      const outcome = await refundPurchase(request, { db: app.db, payments }, { ...target, customer_id })
      app.invalidateFacts(request.user.id)
      if ('state' in outcome) return { status: 200, body: { success: true, ...outcome } }
      return { status: refundStatusOf[outcome.refused], body: errorBody(request, outcome.refused, outcome.message) }
    },
  })
  await app.register(s.plugin(router), contractRoutes)
}
