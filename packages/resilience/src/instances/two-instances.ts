import { randomBytes, randomUUID } from 'node:crypto'
import { openGrantManager } from '@academy/api/manage-grants'
import { migrate } from '@academy/api/migrate'
import { openStripe } from '@academy/api/stripe-account'
import type { Package } from '@academy/catalog'
import { apiEnvironment, findFreePorts, mirrorWorkspace, portsFrom, setUpCheckout } from '@academy/local'
import { pushContent, roleKey } from '@academy/operator'
import { loadSampleContent, type SampleContent } from '@academy/sample-content'
import { createDatabase, type Standins, startStandins } from '@academy/standins'
import { Client, LogLevel } from '@notionhq/client'
import postgres, { type Sql } from 'postgres'
import type Stripe from 'stripe'
import { createInstance, type Instance } from '../instance.ts'
import { type Balancer, startBalancer } from './balancer.ts'

const WEB_URL = 'http://localhost:3000'
const JWT_SECRET = 'the secret of two instances on one machine, and of nothing else'
/** Requests per minute and address without a token; a scenario can use them up within seconds. */
export const PUBLIC_LIMIT = 200
/** Requests per minute of a signed-in account, so that load is never refused. */
const UNLIMITED = '1000000'
/** Name of the course's only session until a scenario publishes another one. */
export const FIRST_SESSION_NAME = 'First version'

/** Two instances of the API on one database, behind a load balancer, with stand-ins, content and products at Stripe. */
export type TwoInstances = {
  instances: readonly [Instance, Instance]
  balancer: Balancer
  sql: Sql
  databaseUrl: string
  standins: Standins
  stripe: Stripe
  webhookSecret: string
  /** Creates an account with these packages. Returns its id and its authorization header. */
  createUser: (packages?: readonly Package[]) => Promise<{ id: string; authorization: string }>
  grant: (id: string, name: Package) => Promise<void>
  /** Writes the course into Notion again, with another name of its session. */
  publishCourse: (sessionName: string) => Promise<void>
  stop: () => Promise<void>
}

/** Returns a course of one session with three tutorials, and no library. */
function excerpt({ course }: SampleContent, sessionName: string): SampleContent {
  const sessions = course.sessions
    .slice(0, 1)
    .map((session) => ({ ...session, name: sessionName, tutorials: session.tutorials.slice(0, 3) }))
  return { course: { ...course, sessions }, library: [] }
}

/** Starts the instances. Creates two databases on the Postgres server at `serverUrl`. */
export async function startTwoInstances(serverUrl: string): Promise<TwoInstances> {
  const run = randomBytes(6).toString('hex')
  const databaseUrl = await createDatabase(serverUrl, `instances_${run}`)
  await migrate(databaseUrl)
  const limits = { notion: { perSecond: 100_000, burst: 100_000 } }
  const standins = await startStandins({
    databaseUrl: await createDatabase(serverUrl, `instances_standins_${run}`),
    siteUrl: WEB_URL,
    limits,
  })
  const content = loadSampleContent()
  const notion = new Client({ auth: standins.notionToken, baseUrl: standins.notionBaseUrl, logLevel: LogLevel.ERROR })
  const publishCourse = async (sessionName: string) => {
    await pushContent({ notion, rootPageId: standins.notionRootPageId, content: excerpt(content, sessionName) })
  }
  await publishCourse(FIRST_SESSION_NAME)
  await mirrorWorkspace({ standins, databaseUrl, webUrl: WEB_URL })
  const stripe = openStripe({ secretKey: standins.stripeSecretKey, baseUrl: standins.stripeBaseUrl })
  // turns off the stand-in's own deliveries, because a scenario sends the webhooks
  const webhookSecret = await setUpCheckout(standins, { webUrl: WEB_URL, apiUrl: 'http://127.0.0.1:9' })
  for (const { id } of (await stripe.webhookEndpoints.list()).data) await stripe.webhookEndpoints.update(id, { disabled: true })

  const ports = portsFrom(await findFreePorts())
  const env = {
    ...apiEnvironment({ ports, databaseUrl, webUrl: WEB_URL, standins, stripeWebhookSecret: webhookSecret }),
    LOG_LEVEL: 'silent',
    SUPABASE_JWT_SECRET: JWT_SECRET,
    CONTENT_SYNC_SECONDS: '2',
    NOTION_REQUESTS_PER_SECOND: '1000',
    RECONCILE_SECONDS: '86400',
    RATE_LIMIT_PUBLIC_PER_MINUTE: String(PUBLIC_LIMIT),
    RATE_LIMIT_ACCOUNT_PER_MINUTE: UNLIMITED,
    // off, because the load runs on the same cores as the API
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DRAIN_SECONDS: '1',
  }
  const instances = [createInstance('A', ports.api, env), createInstance('B', ports.smtp, env)] as const
  await Promise.all(instances.map(({ start }) => start()))
  const balancer = await startBalancer(instances.map(({ url }) => url))
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined })
  const manager = openGrantManager(databaseUrl)
  const grant = async (id: string, name: Package) => {
    const outcome = await manager.grant(id, { package: name, reason: 'two instances', by: 'instances', expires_at: null })
    if (!outcome.done) throw new Error(outcome.message)
  }
  return {
    instances,
    balancer,
    sql,
    databaseUrl,
    standins,
    stripe,
    webhookSecret,
    grant,
    publishCourse,
    createUser: async (packages = []) => {
      const id = randomUUID()
      const claims = { sub: id, aud: 'authenticated', iss: `${standins.supabaseUrl}/auth/v1`, email: `${id.slice(0, 8)}@instances.test` }
      const authorization = `Bearer ${roleKey('authenticated', JWT_SECRET, claims)}`
      const response = await fetch(`${balancer.url}/api/accounts/context`, { headers: { authorization } })
      if (!response.ok) throw new Error(`the account was not created: ${response.status} ${await response.text()}`)
      for (const name of packages) await grant(id, name)
      return { id, authorization }
    },
    stop: async () => {
      await balancer.stop()
      await Promise.all(instances.map(({ kill }) => kill()))
      await Promise.all([sql.end({ timeout: 5 }), manager.close()])
      await standins.stop()
    },
  }
}
