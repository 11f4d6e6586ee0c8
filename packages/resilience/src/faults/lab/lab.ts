import { randomBytes } from 'node:crypto'
import type { Package } from '@academy/catalog'
import { apiEnvironment, findFreePorts, portsFrom, setUpCheckout } from '@academy/local'
import { createDatabase, type Standins, startStandins } from '@academy/standins'
import postgres, { type Sql } from 'postgres'
import { type ApiProcess, startApi } from './api-process.ts'
import type { Ground } from './ground.ts'
import { type Claims, equip, JWT_SECRET, type Person, personWithToken } from './people.ts'
import { WEB_URL } from './web-url.ts'

/** An academy of one scenario: databases, stand-ins and an API of its own, on servers that all scenarios share. */
export type Lab = {
  standins: Standins
  /** The API's database, and a way into it that does not go through the API. */
  databaseUrl: string
  sql: Sql
  stripeWebhookSecret: string
  /** The server on which the API's database is. */
  server: Ground['server']
  /** Starts the API with further settings; it is stopped with the lab. Only one at a time. */
  start: (env?: Record<string, string>, options?: { ready?: boolean }) => Promise<ApiProcess>
  /** Stops the API that runs, if any. @returns the seconds it took. */
  rest: () => Promise<number>
  /** Returns a person with an account and these packages. */
  person: (api: ApiProcess, packages?: readonly Package[], claims?: Claims) => Promise<Person>
  /** Flips a switch of the stand-ins. */
  control: <T = unknown>(method: string, path: string, body?: object) => Promise<T>
  stop: () => Promise<void>
}

const UNLIMITED = '1000000'

/** What all scenarios want of the API: no limits but those that they are about, and every warning on record. */
const settings = {
  LOG_LEVEL: 'warn',
  SUPABASE_JWT_SECRET: JWT_SECRET,
  RATE_LIMIT_PUBLIC_PER_MINUTE: UNLIMITED,
  RATE_LIMIT_ACCOUNT_PER_MINUTE: UNLIMITED,
  RATE_LIMIT_SIGN_UP_PER_MINUTE: UNLIMITED,
  RECONCILE_SECONDS: '86400',
  CONTENT_SYNC_SECONDS: '86400',
  NOTION_REQUESTS_PER_SECOND: '1000',
  // The load of a scenario runs on the same cores as what it is put upon.
  MAX_EVENT_LOOP_DELAY_MS: '0',
}

export async function openLab({ server, house, templates }: Ground): Promise<Lab> {
  const run = randomBytes(6).toString('hex')
  const databaseUrl = await createDatabase(server.url, `faults_${run}`, templates.academy)
  const standins = await startStandins({
    databaseUrl: await createDatabase(house.url, `faults_standins_${run}`, templates.standins),
    siteUrl: WEB_URL,
    limits: {
      notion: { perSecond: 100_000, burst: 100_000 },
      auth: { requestBurst: 100_000, mailsPerHour: 100_000, mailIntervalSeconds: 1 },
    },
  })
  const ports = portsFrom(await findFreePorts())
  const apiUrl = `http://127.0.0.1:${ports.api}`
  const stripeWebhookSecret = await setUpCheckout(standins, { webUrl: WEB_URL, apiUrl })
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => undefined })
  let api: ApiProcess | undefined

  return {
    standins,
    databaseUrl,
    sql,
    stripeWebhookSecret,
    server,
    start: async (env = {}, options = {}) => {
      await api?.stop()
      const usual = apiEnvironment({ ports, databaseUrl, webUrl: WEB_URL, standins, stripeWebhookSecret })
      api = await startApi(ports.api, { ...usual, ...settings, ...env }, options)
      return api
    },
    rest: async () => (await api?.stop()) ?? 0,
    person: async (running, packages = [], claims = {}) =>
      await equip(personWithToken(standins.supabaseUrl, claims), running.url, databaseUrl, packages),
    control: async (method, path, body) => {
      const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const answer = await fetch(`${standins.url}${path}`, { method, ...json })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as never
    },
    stop: async () => {
      await api?.stop()
      await sql.end({ timeout: 5 })
      await standins.stop()
    },
  }
}
