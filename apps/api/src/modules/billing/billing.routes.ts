import { randomUUID } from 'node:crypto'
import { type CourseId, type Entitlements, FIRST_COURSE, isCourseOnSale, offersInCheckout, studioGiftOf } from '@academy/catalog'
import { consentMissing, contract, seatsInCheckout } from '@academy/contract'
import type { FastifyInstance } from 'fastify'
import { serveRoutes } from '../../http/contract-routes.ts'
import { HttpError, invalidField } from '../../http/errors.ts'
import { beginCheckout } from './checkout/begin-checkout.ts'
import { openCheckoutTools } from './checkout/checkout-tools.ts'
import { openPortal, portalConfiguration } from './checkout/open-portal.ts'
import { giftFrom } from './facts/gift-from.ts'
import { customerOfPurchase } from './facts/guarantee.store.ts'
import { customersOf, endedSubscriptions } from './facts/payments.store.ts'
import { readPlans } from './plans/read-plans.ts'
import { readReceipts } from './plans/read-receipts.ts'
import { callStripe } from './stripe/call-stripe.ts'
import { refundPurchase } from './stripe/refund-purchase.ts'

/** Returns the refusal of an academy without a payment provider. */
const paymentsUnavailable = () =>
  new HttpError(503, 'payments_unavailable', 'Payments are not available at the moment. Nothing was charged.')

/** Serves checkout and billing portal for signed-in users. */
export async function billingRoutes(app: FastifyInstance): Promise<void> {
  const { payments } = app
  // The page of the Master Course may be missing for a while, as in a new academy.
  const isOnSale = async (product: CourseId, entitlements: Entitlements): Promise<boolean> => {
    const { outlineCourses } = await app.courses.current()
    const course = [...outlineCourses.values()].find((published) => published.product === product)
    if (course === undefined) return product === FIRST_COURSE
    return isCourseOnSale(course, { entitlements, today: new Date().toISOString().slice(0, 10) })
  }
  const tools = payments && openCheckoutTools(app.config.directDatabaseUrl, { db: app.db, payments, isOnSale })
  app.addHook('onClose', async () => {
    await tools?.connections.end({ timeout: 5 })
  })
  const findConfiguration = payments && portalConfiguration(payments.stripe)

  /** Throws HttpError if a return URL is outside the web app, because the API would be an open redirect. Stripe gets the parsed URL. */
  const refuseForeignUrls = (urls: Record<string, string>): void => {
    const foreign = Object.entries(urls).filter(([, url]) => URL.parse(url)?.origin !== app.config.webOrigin)
    const fields = foreign.map(([name]) => [name, `${name} must be an address of ${app.config.webOrigin}.`] as const)
    const [first] = fields
    if (first) throw new HttpError(400, 'invalid_request', first[1], {}, Object.fromEntries(fields))
  }

  await serveRoutes(contract.billing, app, {
    checkout: async ({ request, body }) => {
      const { successUrl, cancelUrl } = body
      // The contract requires exactly one.
      const [offer] = offersInCheckout(body)
      if (offer === undefined) throw new Error('a checkout request passed the contract without an offer')
      refuseForeignUrls({ successUrl, cancelUrl })
      // The API reads the same setting as the web app, but other clients may not ask the buyer.
      if (body.access_consent === undefined && app.config.stripe?.legalPages.withdrawal !== undefined)
        throw invalidField('access_consent', consentMissing)
      const { id, email } = request.user
      const gift = body.gift && { id: randomUUID(), ...giftFrom(email, body.gift) }
      if (!tools) throw paymentsUnavailable()
      await app.limit.checkout(request)
      const { url } = await callStripe(request, (signal) =>
        beginCheckout(
          tools,
          { account_id: id, email },
          {
            offer: (body.gift_months && studioGiftOf(body.gift_months)) ?? offer,
            currency: body.currency,
            seats: seatsInCheckout(body),
            gift: gift ?? null,
            successUrl: new URL(successUrl).href,
            cancelUrl: new URL(cancelUrl).href,
            allowPromotionCodes: body.allow_promotion_codes,
            consent: body.access_consent === undefined ? null : { id: randomUUID(), version: body.access_consent },
          },
          signal,
        ),
      )
      return { status: 200, body: { url } }
    },

    portal: async ({ request, body: { customer, returnUrl } }) => {
      refuseForeignUrls({ returnUrl })
      if (!payments || !findConfiguration) throw paymentsUnavailable()
      await app.limit.paymentReads(request)
      const { url } = await callStripe(request, () =>
        openPortal(app.db, payments.stripe, findConfiguration, {
          account_id: request.user.id,
          customer,
          returnUrl: new URL(returnUrl).href,
        }),
      )
      return { status: 200, body: { url } }
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
      if (customer_id === undefined) throw new HttpError(404, 'not_found', 'There is no such purchase.')
      if (!payments) throw paymentsUnavailable()
      const outcome = await refundPurchase(request, { db: app.db, payments }, { ...target, customer_id }).finally(() =>
        app.invalidateFacts(request.user.id),
      )
      return { status: 200, body: { success: true, ...outcome } }
    },
  })
}
