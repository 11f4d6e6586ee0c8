import { randomBytes } from 'node:crypto'
import { migrate } from '@academy/api/migrate'
import { openStripe } from '@academy/api/stripe-account'
import { createNotionClient, mirrorWorkspace, setUpCheckout } from '@academy/local'
import { pushContent } from '@academy/operator'
import { loadSampleContent, type SampleContent } from '@academy/sample-content'
import { createDatabase, type Standins, startStandins } from '@academy/standins'
import type Stripe from 'stripe'
import { JWT_SECRET } from './users.ts'

/** URL of the web app, which does not run. */
export const WEB_URL = 'http://localhost:3000'

const UNLIMITED = '1000000'

/** Settings of the API: no rate limits, no scheduled work, and none refused because the load runs on the same cores. */
export const API_SETTINGS = {
  LOG_LEVEL: 'silent',
  SUPABASE_JWT_SECRET: JWT_SECRET,
  RATE_LIMIT_PUBLIC_PER_MINUTE: UNLIMITED,
  RATE_LIMIT_ACCOUNT_PER_MINUTE: UNLIMITED,
  RATE_LIMIT_SIGN_UP_PER_MINUTE: UNLIMITED,
  RECONCILE_SECONDS: '86400',
  CONTENT_SYNC_SECONDS: '86400',
  NOTION_REQUESTS_PER_SECOND: '1000',
  MAX_EVENT_LOOP_DELAY_MS: '0',
}

const STANDIN_LIMITS = {
  notion: { perSecond: 100_000, burst: 100_000 },
  auth: { requestBurst: 1_000_000, mailsPerHour: 1_000_000, mailIntervalSeconds: 1 },
}

/** Returns the beginning of the sample content, which a push and a sync copy within a second. */
function sampleExcerpt(): SampleContent {
  const { course, library } = loadSampleContent()
  const chosen = library.slice(0, 6)
  const slugs = new Set(chosen.map(({ slug }) => slug))
  const sessions = course.sessions.slice(0, 2).map((session) => ({ ...session, tutorials: session.tutorials.slice(0, 4) }))
  return {
    course: { ...course, sessions },
    furtherCourses: [],
    library: chosen.map((item) => ({ ...item, related: item.related.filter((slug) => slugs.has(slug)) })),
  }
}

/** The Postgres server of the stand-ins; by default the API's. Whether the API's database gets content. */
type Options = { standinsServerUrl?: string; hasContent?: boolean }

/** Creates a migrated database for the API on a Postgres server, and stand-ins with a database of their own. */
export async function startEnvironment(
  serverUrl: string,
  name: string,
  { standinsServerUrl = serverUrl, hasContent = false }: Options = {},
): Promise<{ databaseUrl: string; standins: Standins }> {
  const run = `${name}_${randomBytes(6).toString('hex')}`
  const databaseUrl = await createDatabase(serverUrl, run)
  await migrate(databaseUrl)
  const standinsDatabaseUrl = await createDatabase(standinsServerUrl, `${run}_standins`)
  const standins = await startStandins({ databaseUrl: standinsDatabaseUrl, siteUrl: WEB_URL, limits: STANDIN_LIMITS })
  if (!hasContent) return { databaseUrl, standins }
  await pushContent({ notion: createNotionClient(standins), rootPageId: standins.notionRootPageId, content: sampleExcerpt() })
  const { result, error } = await mirrorWorkspace({ standins, databaseUrl, webUrl: WEB_URL })
  if (result !== 'done') throw new Error(`the sample was not published: ${error}`)
  return { databaseUrl, standins }
}

/** Sets the stand-in for Stripe up, and turns its own webhooks off, because the caller sends them. */
export async function setUpStripeWithoutWebhooks(standins: Standins): Promise<{ stripe: Stripe; webhookSecret: string }> {
  const stripe = openStripe({ secretKey: standins.stripeSecretKey, baseUrl: standins.stripeBaseUrl })
  const webhookSecret = await setUpCheckout(standins, { webUrl: WEB_URL, apiUrl: 'http://127.0.0.1:9' })
  for (const { id } of (await stripe.webhookEndpoints.list()).data) await stripe.webhookEndpoints.update(id, { disabled: true })
  return { stripe, webhookSecret }
}
