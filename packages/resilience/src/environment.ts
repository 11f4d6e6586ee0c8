import { randomBytes } from 'node:crypto'
import { migrate } from '@academy/api/migrate'
import { openStripe } from '@academy/api/stripe-account'
import { setUpCheckout } from '@academy/local'
import { createDatabase, type StandinOptions, type Standins, startStandins } from '@academy/standins'
import type Stripe from 'stripe'
import { WEB_URL } from './web-url.ts'

/** Creates a migrated database for the API, and stand-ins with a database of their own, on a Postgres server. */
export async function startEnvironment(
  serverUrl: string,
  name: string,
  limits?: StandinOptions['limits'],
): Promise<{ databaseUrl: string; standins: Standins }> {
  const run = `${name}_${randomBytes(6).toString('hex')}`
  const databaseUrl = await createDatabase(serverUrl, run)
  await migrate(databaseUrl)
  const standinsDatabaseUrl = await createDatabase(serverUrl, `${run}_standins`)
  return { databaseUrl, standins: await startStandins({ databaseUrl: standinsDatabaseUrl, siteUrl: WEB_URL, ...(limits && { limits }) }) }
}

/** Sets the stand-in for Stripe up, and turns its own webhooks off, because the caller sends them. */
export async function setUpStripeWithoutWebhooks(standins: Standins): Promise<{ stripe: Stripe; webhookSecret: string }> {
  const stripe = openStripe({ secretKey: standins.stripeSecretKey, baseUrl: standins.stripeBaseUrl })
  const webhookSecret = await setUpCheckout(standins, { webUrl: WEB_URL, apiUrl: 'http://127.0.0.1:9' })
  for (const { id } of (await stripe.webhookEndpoints.list()).data) await stripe.webhookEndpoints.update(id, { disabled: true })
  return { stripe, webhookSecret }
}
