import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Academy, apiEnvironment, findFreePorts, startNodeService, waitUntilReady } from '@academy/local'
import postgres from 'postgres'

/** SUPABASE_JWT_SECRET of the measured APIs, which signs the tokens of the callers. */
export const JWT_SECRET = 'the secret of the measured API, and of nothing else'
/** STRIPE_WEBHOOK_SECRET of the measured APIs. */
export const WEBHOOK_SECRET = 'whsec_of_the_measured_api'

/** The running API and web server of a checkout. */
export type Servers = {
  apiUrl: string
  webUrl: string
  /** The process ids of the API and the web server. */
  processes: number[]
  /** The database of the API. */
  sql: postgres.Sql
  stop: () => Promise<void>
}

/** Settings of APIs that do nothing by themselves during a measurement. */
export const QUIET = { RECONCILE_SECONDS: '86400', CONTENT_SYNC_SECONDS: '86400', SMTP_HOST: '', SMTP_FROM: '', LOG_LEVEL: 'error' }

const UNLIMITED = '1000000'

/** Starts the built API and web server of a checkout on the database and the stand-ins of an academy. */
export async function startServers({ databaseUrl, standins }: Academy, checkout: string): Promise<Servers> {
  const ports = await findFreePorts()
  const [apiUrl, webUrl] = [`http://127.0.0.1:${ports.api}`, `http://localhost:${ports.web}`]
  const start = (name: string, entry: string, env: Record<string, string>) =>
    startNodeService(path.join(checkout, entry), { name, env, node: path.join(checkout, 'node_modules/node/bin/node') })
  const api = start('API', 'apps/api/dist/server.js', {
    ...apiEnvironment({ ports, databaseUrl, webUrl, standins, stripeWebhookSecret: WEBHOOK_SECRET }),
    ...QUIET,
    // The academy's own API syncs the content.
    NOTION_TOKEN: '',
    NOTION_ROOT_PAGE_ID: '',
    SUPABASE_JWT_SECRET: JWT_SECRET,
    // A busy machine is no reason to refuse a request.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    REQUEST_TIMEOUT_SECONDS: '60',
    RATE_LIMIT_ACCOUNT_PER_MINUTE: UNLIMITED,
    RATE_LIMIT_PUBLIC_PER_MINUTE: UNLIMITED,
    RATE_LIMIT_SIGN_UP_PER_MINUTE: UNLIMITED,
  })
  await waitUntilReady(`${apiUrl}/api/ready`, api)
  const web = start('web server', 'apps/web-server/dist/server.js', {
    PORT: String(ports.web),
    API_UPSTREAM: apiUrl,
    AUTH_UPSTREAM: `${standins.url}/auth/v1`,
    WEB_FOLDER: path.join(checkout, 'apps/web/dist'),
    WEB_RENDERER_FOLDER: path.join(checkout, 'apps/web/dist-server'),
    VITE_AUTH_ANON_KEY: standins.anonKey,
    VITE_WEB_ORIGIN: webUrl,
  })
  await waitUntilReady(`${webUrl}/login`, web)
  const sql = postgres(databaseUrl, { max: 1 })
  const stop = async () => {
    await sql.end()
    await Promise.all([api.stop(), web.stop()])
  }
  return { apiUrl, webUrl, processes: [api.pid, web.pid], sql, stop }
}

/** Returns the processor time of a process since its start in microseconds, from the scheduler of Linux; 0 after its end. */
export function processorTimeOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
    return threads.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]) / 1000, 0)
  } catch {
    return 0
  }
}

/** Returns the processor time of servers and of their database's connections by process id, in microseconds. */
export async function processorTimes({ processes, sql }: Servers): Promise<Map<number, number>> {
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type in ('client backend', 'parallel worker') and pid <> pg_backend_pid()`
  return new Map([...processes, ...backends.map(({ pid }) => pid)].map((pid) => [pid, processorTimeOf(pid)]))
}

/** Returns the resident memory of a process in megabytes. */
export const memoryOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
