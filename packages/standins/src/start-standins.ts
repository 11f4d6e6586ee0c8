import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import postgres from 'postgres'
import { amplitudeStandin } from './amplitude/amplitude-standin.ts'
import { authStandin } from './auth/auth-standin.ts'
import type { AuthLimits } from './auth/limits.ts'
import type { MailTemplates } from './auth/mail-templates.ts'
import { createClock } from './control/clock.ts'
import { controlRoutes } from './control/control-routes.ts'
import { createFaults } from './control/faults.ts'
import { drandStandin } from './drand/drand-standin.ts'
import { LOCAL_ANON_KEY, loadServiceRoleKey } from './keys.ts'
import { type ListeningServer, listenFirst } from './listening-server.ts'
import { mailboxRoutes } from './mailbox/mailbox.routes.ts'
import { openInbox } from './mailbox/smtp.ts'
import { NOTION_ROOT_PAGE_ID, NOTION_TOKEN, notionStandin } from './notion/notion-standin.ts'
import { createRateLimiter, type RateLimit } from './notion/rate-limit.ts'
import { STRIPE_IDENTITY, type StripeIdentity, secretKeyOf, stripeStandin } from './stripe/stripe-standin.ts'

export type StandinOptions = {
  /** The stand-ins' own database (`createDatabase`), with a schema for each service. */
  databaseUrl: string
  /** 0 or none: any free port. */
  port?: number
  /** 0 or none: any free port. */
  smtpPort?: number
  /** Origin of the web app: the allowed and the default target of links in mails. */
  siteUrl: string
  /** The deployment's own mail templates. Default: the auth provider's. */
  mailTemplates?: MailTemplates
  /** Another Stripe account or mode. Default: test mode. */
  stripe?: Partial<StripeIdentity>
  /** Higher limits for tests. Default: the services' real limits. */
  limits?: { auth?: Partial<AuthLimits>; notion?: RateLimit }
}

export type Standins = {
  url: string
  supabaseUrl: string
  anonKey: string
  serviceRoleKey: string
  notionBaseUrl: string
  notionToken: string
  notionRootPageId: string
  /** The base URL of Stripe's API. The SDK takes host, port and protocol from it and adds `/v1`. */
  stripeBaseUrl: string
  stripeSecretKey: string
  /** The chain of drand. */
  drandUrl: string
  smtpPort: number
  /**
   * Lifts Notion's limit of three requests a second until `work` settles, to fill a workspace that has no other client yet. Until then, sets
   * the edit times of pages in a new workspace three minutes back, so that a sync reads each page only once.
   */
  withoutNotionLimit<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

const buildApp = (server: ListeningServer): FastifyInstance =>
  Fastify({
    serverFactory: (handler) => server.setHandler(handler),
    forceCloseConnections: true,
    // link scanners send HEAD requests, which must not use a link up
    exposeHeadRoutes: false,
    // logs only failures of the stand-ins, not refused requests
    logger: { level: 'error', stream: process.stderr },
  })

/** Refuses forms from other origins, because any web page can post a form to this machine. */
const refuseCrossSiteForms = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
  const isControlPath = /^\/(control|mailbox|notion\/control|stripe\/control)\//.test(request.routeOptions.url ?? '')
  if (!isControlPath || request.method === 'GET' || request.headers['sec-fetch-site'] !== 'cross-site') return undefined
  return reply.status(403).send({ message: 'Not from a page of another site' })
}

/** Starts all stand-ins in this process. Throws a StartError if a port is taken. */
export const startStandins = async (options: StandinOptions): Promise<Standins> => {
  const closers: (() => Promise<void>)[] = []
  let stopped: Promise<void> | undefined
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed()) await close()
  }
  const stop = (): Promise<void> => {
    stopped ??= closeAll()
    return stopped
  }
  try {
    const server = await listenFirst(options.port ?? 0, 'the stand-ins')
    closers.push(server.close)
    const open = (max: number) => {
      const pool = postgres(options.databaseUrl, { max, onnotice: () => undefined })
      closers.push(() => pool.end({ timeout: 5 }))
      return pool
    }
    // The mailbox has connections of its own: sign-ups that wait for it hold theirs.
    const [sql, mailboxSql] = [open(8), open(2)]
    const url = `http://localhost:${server.port}`
    const faults = createFaults()
    const [clock, serviceRoleKey] = await Promise.all([createClock(sql), loadServiceRoleKey(sql)])
    const keys = { anonKey: LOCAL_ANON_KEY, serviceRoleKey }
    const service = { sql, clock, faults, publicUrl: url }
    const inbox = await openInbox({ ...service, sql: mailboxSql }, options.smtpPort ?? 0)
    closers.push(inbox.close)

    const app = buildApp(server)
    closers.push(() => app.close())
    closers.push(async () => faults.close())
    app.addHook('onRequest', refuseCrossSiteForms)
    await app.register(controlRoutes, { clock, faults })
    await app.register(mailboxRoutes, service)
    const { auth, notion } = options.limits ?? {}
    await app.register(authStandin, {
      ...service,
      ...keys,
      siteUrl: options.siteUrl,
      smtpPort: inbox.port,
      ...(auth !== undefined && { limits: auth }),
      ...(options.mailTemplates !== undefined && { mailTemplates: options.mailTemplates }),
    })
    const limiter = createRateLimiter(notion)
    await app.register(notionStandin, { ...service, prefix: '/notion', limiter })
    await app.register(stripeStandin, { ...service, identity: options.stripe ?? {} })
    await app.register(amplitudeStandin, { ...service, prefix: '/amplitude' })
    await app.register(drandStandin, { ...service, prefix: '/drand' })
    await app.ready()
    server.open()
    return {
      url,
      supabaseUrl: url,
      ...keys,
      notionBaseUrl: `${url}/notion`,
      notionToken: NOTION_TOKEN,
      notionRootPageId: NOTION_ROOT_PAGE_ID,
      stripeBaseUrl: url,
      stripeSecretKey: secretKeyOf({ ...STRIPE_IDENTITY, ...options.stripe }),
      drandUrl: `${url}/drand`,
      smtpPort: inbox.port,
      withoutNotionLimit: limiter.withoutLimit,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
