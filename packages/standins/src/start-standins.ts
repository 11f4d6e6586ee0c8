import Fastify, { type FastifyInstance } from 'fastify'
import postgres, { type Sql } from 'postgres'
import { createClock } from './control/clock.ts'
import { controlRoutes } from './control/control-routes.ts'
import { createFaults } from './control/faults.ts'
import { loadKeys, type StandinKeys } from './keys.ts'
import { type ListeningServer, listenFirst } from './listening-server.ts'
import { NOTION_ROOT_PAGE_ID, NOTION_TOKEN, notionStandin } from './notion/notion-standin.ts'
import type { RateLimit } from './notion/rate-limit.ts'

export type StandinOptions = {
  /** A database of their own (`createDatabase`); each service keeps its state in a schema of it. */
  databaseUrl: string
  /** 0 or none: any free port. */
  port?: number
  /** 0 or none: any free port. */
  smtpPort?: number
  /** Origin of the web app: where links in mails may lead, and where they lead by default. */
  siteUrl: string
  /** Where a browser reaches the stand-ins. Default `http://localhost:<port>`. */
  publicUrl?: string
  keys?: Partial<StandinKeys>
  /** Where tests cannot wait: what the services really grant is the default. */
  limits?: { notion?: RateLimit }
}

export type Standins = {
  url: string
  supabaseUrl: string
  anonKey: string
  serviceRoleKey: string
  jwtSecret: string
  notionBaseUrl: string
  notionToken: string
  notionRootPageId: string
  smtpPort: number
  stop(): Promise<void>
}

const buildApp = (server: ListeningServer): FastifyInstance =>
  Fastify({
    serverFactory: (handler) => server.handOver(handler),
    forceCloseConnections: true,
  })

/** Starts all stand-ins in this process. Throws a StartError if a port is taken. */
export const startStandins = async (options: StandinOptions): Promise<Standins> => {
  const server = await listenFirst(options.port ?? 0, 'the stand-ins')
  const sql: Sql = postgres(options.databaseUrl, { max: 8, onnotice: () => undefined })
  const app = buildApp(server)
  const stop = async (): Promise<void> => {
    await server.close()
    await app.close()
    await sql.end({ timeout: 5 })
  }
  try {
    const url = options.publicUrl ?? `http://localhost:${server.port}`
    const [clock, keys] = await Promise.all([createClock(sql), loadKeys(sql, options.keys ?? {})])
    const faults = createFaults()
    await app.register(controlRoutes, { clock, faults })
    const notionLimit = options.limits?.notion === undefined ? {} : { rateLimit: options.limits.notion }
    await app.register(notionStandin, { prefix: '/notion', sql, clock, faults, publicUrl: url, ...notionLimit })
    await app.ready()
    server.open()
    return {
      url,
      supabaseUrl: url,
      ...keys,
      notionBaseUrl: `${url}/notion`,
      notionToken: NOTION_TOKEN,
      notionRootPageId: NOTION_ROOT_PAGE_ID,
      smtpPort: 0,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
