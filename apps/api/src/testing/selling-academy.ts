import { randomUUID } from 'node:crypto'
import { DEFAULT_CURRENCY, OFFERS, PRICES } from '@academy/catalog'
import type { AccountContext } from '@academy/contract'
import { callControl, readMails } from '@academy/standins'
import { SITE, startTestStandins } from '@academy/standins/testing/standins'
import type Stripe from 'stripe'
import { afterAll, vi } from 'vitest'
import { HANDLED_TYPES, isHandled } from '../modules/billing/stripe/handled-events.ts'
import { STRIPE_WEBHOOK_PATH } from '../modules/billing/stripe/stripe-webhook.ts'
import { openStripe } from '../plugins/stripe.ts'
import { buildTestApp, type TestApp, type TestUser } from './build-test-app.ts'

const GOOD_CARD = '4242424242424242'

type Options = {
  /** Whether Stripe delivers its webhooks by itself; otherwise the test does, with `deliver`. */
  delivers?: boolean
  /** Whether buyers get welcome mails, in the stand-in mailbox. The auth provider must know them. */
  mails?: boolean
  env?: Record<string, string>
}

/** Creates the prices of the catalog, as the setup command does. */
export async function createProducts(stripe: Stripe): Promise<void> {
  for (const { key, offer, currency, amount } of PRICES) {
    await stripe.prices.create({
      currency,
      unit_amount: amount,
      lookup_key: key,
      metadata: { offer },
      tax_behavior: 'inclusive',
      product_data: { name: OFFERS[offer].title },
      ...(OFFERS[offer].kind === 'monthly' ? { recurring: { interval: 'month' } } : {}),
    })
  }
}

/** An API that sells through the stand-in for Stripe. To be called at the top of a test file, at whose end all of it is stopped. */
export async function startSellingAcademy({ delivers = false, mails = false, env = {} }: Options = {}) {
  const standins = await startTestStandins()
  // The API closes before Stripe, because it may call Stripe until then.
  afterAll(() => standins.stop())
  const settings = { secretKey: standins.stripeSecretKey, baseUrl: standins.stripeBaseUrl }
  const stripe = openStripe(settings)
  await createProducts(stripe)
  const endpoint = await stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:9${STRIPE_WEBHOOK_PATH}`,
    enabled_events: delivers ? HANDLED_TYPES : ['customer.tax_id.created'],
  })
  const webhookSecret = endpoint.secret ?? ''
  const stripeEnv = {
    STRIPE_SECRET_KEY: settings.secretKey,
    STRIPE_BASE_URL: settings.baseUrl,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    // Longer than the test, which reconciles itself.
    RECONCILE_SECONDS: '86400',
    ...(mails && { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(standins.smtpPort), SMTP_FROM: 'hello@academy.test' }),
    ...env,
  }
  const testApp: TestApp = await buildTestApp({ env: stripeEnv })
  const { app } = testApp
  // Waits for the initial reconcile run, so that a test counts its own syncs alone.
  await vi.waitUntil(async () => (await app.sql`select 1 from stripe_reconcile`).length === 1, { timeout: 60_000 })
  if (delivers) {
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    await stripe.webhookEndpoints.update(endpoint.id, { url: `${url}${STRIPE_WEBHOOK_PATH}` })
  }

  /** Controls the stand-in as a bank, buyer or operator. */
  const control = <T = Record<string, unknown>>(path: string, body: object = {}, method = 'POST') =>
    callControl<T>(standins.url, method, path, body)

  /** Opens a dispute about a charge, and loses it. */
  async function loseDispute(charge: string | undefined): Promise<void> {
    const { id } = await control<{ id: string }>('/stripe/control/disputes', { charge })
    await control(`/stripe/control/disputes/${id}/status`, { status: 'lost' })
  }

  /** Settles the bank debits of a customer that are processing. */
  async function settleDebits(customer: string, outcome: 'succeeded' | 'failed'): Promise<void> {
    const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
    for (const { id, status } of data) if (status === 'processing') await control('/stripe/control/settle', { payment_intent: id, outcome })
  }

  /** A webhook as Stripe sends it, signed at `at` with `secret`. */
  function deliver(event: object, { at = new Date(), secret = webhookSecret } = {}) {
    const payload = JSON.stringify(event)
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at.getTime() / 1000) })
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
    return app.inject({ method: 'POST', url: STRIPE_WEBHOOK_PATH, headers, payload })
  }

  /** Every event that the academy follows, the oldest first. */
  async function events(): Promise<Stripe.Event[]> {
    const all = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    return all.filter(({ type }) => isHandled(type)).reverse()
  }

  async function buyer(user: TestUser = {}) {
    const id = user.id ?? randomUUID()
    const email = user.email ?? `${id.slice(0, 8)}@example.test`
    const headers = await testApp.signIn({ id, email })
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, headers, payload })
    const checkout = (choice: object) =>
      post('/api/payments/create-checkout-session', {
        currency: DEFAULT_CURRENCY,
        successUrl: `${SITE}/dashboard?checkout_success=1`,
        cancelUrl: `${SITE}/dashboard?checkout_cancelled=1`,
        ...choice,
      })
    const customer = async (): Promise<string> => {
      const [row] = await app.sql<{ customer_id: string }[]>`select customer_id from billing_customers where account_id = ${id}`
      return row?.customer_id ?? ''
    }
    /** Pays on the page of a checkout, by default with a valid card of the buyer's own. */
    const pays = (session: string, payment: object = {}) =>
      control(`/stripe/control/checkout/${session}/pay`, { card: GOOD_CARD, fingerprint: `Fp${id.slice(-14)}`, ...payment })
    /** Begins a checkout, pays on its page, and returns the id of its session. */
    const buys = async (choice: object, payment: object = {}): Promise<string> => {
      const response = await checkout(choice)
      if (response.statusCode !== 200) throw new Error(response.body)
      const session = sessionOf(response.json().url)
      await pays(session, payment)
      return session
    }
    return {
      id,
      email,
      headers,
      checkout,
      customer,
      portal: (payload: object) => post('/api/payments/create-portal-session', { returnUrl: `${SITE}/settings`, ...payload }),
      async context(): Promise<AccountContext['data']> {
        const response = await app.inject({ method: 'GET', url: '/api/accounts/context', headers })
        if (response.statusCode !== 200) throw new Error(response.body)
        return response.json().data
      },
      pays,
      buys,
      /** Buys seats of the course for others, syncs them, and returns the id of the session. */
      async buysSeats(seats: number, payment: object = {}): Promise<string> {
        const session = await buys({ masterCourse: true, seats }, payment)
        await app.payments?.sync(await customer())
        return session
      },
    }
  }

  const clearFaults = (service: string) => callControl(standins.url, 'DELETE', `/control/faults?service=${service}`)
  const sessionOf = (url: string): string => /cs_\w+/.exec(url)?.[0] ?? ''

  return {
    ...testApp,
    standins,
    stripe,
    stripeEnv,
    webhookSecret,
    control,
    loseDispute,
    settleDebits,
    deliver,
    events,
    buyer,
    sessionOf,
    /** Moves Stripe's clock on, and waits for what that brings about. */
    advance: (days: number) => control('/control/clock', { service: 'stripe', advance_seconds: days * 86_400 }),
    fault: (fault: object) => control('/control/faults', { service: 'stripe', ...fault }, 'PUT'),
    clearFaults: () => clearFaults('stripe'),
    mailsTo: (address: string) => readMails(standins.url, address),
    mailFault: (kind: string) => control('/control/faults', { service: 'mailbox', kind }, 'PUT'),
    clearMailFaults: () => clearFaults('mailbox'),
  }
}
