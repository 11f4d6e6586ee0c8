import type { Package } from '@academy/catalog'
import { apiEnvironment, findFreePorts } from '@academy/local'
import postgres from 'postgres'
import { createInstance } from '../api-process.ts'
import { API_SETTINGS, startEnvironment } from '../environment.ts'
import type { Scenario } from '../scenario.ts'
import { createAccount, createUserWithToken } from '../users.ts'
import { WEB_URL } from '../web-url.ts'
import { startBalancer } from './balancer.ts'

/** Two instances of the API on one database, behind a load balancer, with stand-ins and content. */
export type TwoInstances = Awaited<ReturnType<typeof startTwoInstances>>

export type InstancesScenario = Scenario<TwoInstances>

/** Starts the instances. Creates two databases on the Postgres server at `serverUrl`. */
export async function startTwoInstances(serverUrl: string) {
  const { databaseUrl, standins } = await startEnvironment(serverUrl, 'instances', { hasContent: true })
  const ports = await findFreePorts()
  const env = { ...apiEnvironment({ ports, databaseUrl, webUrl: WEB_URL, standins }), ...API_SETTINGS, DRAIN_SECONDS: '1' }
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
