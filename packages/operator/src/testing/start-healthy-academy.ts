import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { migrate } from '@academy/api/migrate'
import { openStripe, STRIPE_WEBHOOK_PATH } from '@academy/api/stripe-account'
import { startStandins } from '@academy/standins'
import { newTestDatabase } from '@academy/standins/testing/test-database'
import { runChecks } from '../doctor/run-doctor.ts'
import { setUpStripe } from '../stripe-setup/set-up-stripe.ts'

/** Starts a healthy academy for the doctor: a migrated database, stand-ins, a Stripe account that is set up, and a server in place of the API. */
export async function startHealthyAcademy() {
  const databaseUrl = await newTestDatabase('doctor')
  await migrate(databaseUrl)
  const standins = await startStandins({ databaseUrl: await newTestDatabase('standins'), siteUrl: 'http://localhost:3000' })
  /** `status` is the response of the API's webhook. */
  const webhook = { status: 400 }
  const api = createServer((_request, response) => response.writeHead(webhook.status).end())
  await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening))
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const stripe = openStripe({ secretKey: standins.stripeSecretKey, baseUrl: standins.stripeBaseUrl })
  const env: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    WEB_ORIGIN: 'http://localhost:3000',
    PUBLIC_API_URL: apiUrl,
    SUPABASE_URL: standins.supabaseUrl,
    SUPABASE_SERVICE_ROLE_KEY: standins.serviceRoleKey,
    NOTION_BASE_URL: standins.notionBaseUrl,
    NOTION_TOKEN: standins.notionToken,
    NOTION_ROOT_PAGE_ID: standins.notionRootPageId,
    STRIPE_SECRET_KEY: standins.stripeSecretKey,
    STRIPE_BASE_URL: standins.stripeBaseUrl,
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  }

  /** Creates and corrects the objects of the Stripe account. */
  async function resetStripe() {
    webhook.status = 400
    await setUpStripe(stripe, { webhookUrl: `${apiUrl}${STRIPE_WEBHOOK_PATH}`, renewWebhook: false, webOrigin: 'http://localhost:3000' })
  }

  /** Returns the problems that the checks find with these settings changed. */
  const findProblems = async (changes: Record<string, string> = {}) =>
    (await runChecks({ ...env, ...changes }))
      .filter(({ state }) => state === 'problem')
      .map(({ subject, message }) => `${subject}: ${message}`)

  async function stop() {
    await new Promise((closed) => api.close(closed))
    await standins.stop()
  }

  await resetStripe()
  return { env, standins, stripe, webhook, resetStripe, findProblems, stop }
}
