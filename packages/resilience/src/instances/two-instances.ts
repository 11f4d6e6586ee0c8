import type { Package } from '@academy/catalog'
import { apiEnvironment, createNotionClient, findFreePorts, mirrorWorkspace } from '@academy/local'
import { pushContent } from '@academy/operator'
import postgres from 'postgres'
import { createInstance } from '../api-process.ts'
import { startEnvironment } from '../environment.ts'
import { sampleExcerpt } from '../sample-excerpt.ts'
import type { Scenario } from '../scenario.ts'
import { createAccount, createUserWithToken, JWT_SECRET } from '../users.ts'
import { WEB_URL } from '../web-url.ts'
import { startBalancer } from './balancer.ts'

/** Requests per minute of a signed-in account, so that load is never refused. */
const UNLIMITED = '1000000'

/** Two instances of the API on one database, behind a load balancer, with stand-ins and content. */
export type TwoInstances = Awaited<ReturnType<typeof startTwoInstances>>

export type InstancesScenario = Scenario<TwoInstances>

/** Starts the instances. Creates two databases on the Postgres server at `serverUrl`. */
export async function startTwoInstances(serverUrl: string) {
  const limits = { notion: { perSecond: 100_000, burst: 100_000 } }
  const { databaseUrl, standins } = await startEnvironment(serverUrl, 'instances', limits)
  const content = sampleExcerpt({ sessions: 1, tutorials: 3, items: 0 })
  const notion = createNotionClient(standins)
  await pushContent({ notion, rootPageId: standins.notionRootPageId, content })
  await mirrorWorkspace({ standins, databaseUrl, webUrl: WEB_URL })

  const ports = await findFreePorts()
  const env = {
    ...apiEnvironment({ ports, databaseUrl, webUrl: WEB_URL, standins }),
    LOG_LEVEL: 'silent',
    SUPABASE_JWT_SECRET: JWT_SECRET,
    CONTENT_SYNC_SECONDS: '86400',
    NOTION_REQUESTS_PER_SECOND: '1000',
    RECONCILE_SECONDS: '86400',
    RATE_LIMIT_PUBLIC_PER_MINUTE: UNLIMITED,
    RATE_LIMIT_ACCOUNT_PER_MINUTE: UNLIMITED,
    // off, because the load runs on the same cores as the API
    MAX_EVENT_LOOP_DELAY_MS: '0',
    DRAIN_SECONDS: '1',
  }
  const instances = [createInstance(ports.api, env), createInstance(ports.smtp, env)] as const
  await Promise.all(instances.map(({ start }) => start()))
  const balancer = await startBalancer(instances.map(({ url }) => url))
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined })
  return {
    instances,
    balancer,
    sql,
    /** Creates a user with an account and these packages. */
    createUser: (packages: readonly Package[] = []) =>
      createAccount(createUserWithToken(standins.supabaseUrl), balancer.url, databaseUrl, packages),
    stop: async () => {
      await balancer.stop()
      await Promise.all(instances.map(({ kill }) => kill()))
      await sql.end({ timeout: 5 })
      await standins.stop()
    },
  }
}
