import { CommandError, type DatabaseSettings, dataFolderOf, type Environment, ownerUrlOf, readDatabaseSettings } from '@academy/operator'
import { databaseTls } from '@academy/settings/database-tls'
import { z } from 'zod'

/** The port of each part. All of them listen on this machine only. */
export type Ports = { web: number; api: number; standins: number; postgres: number; smtp: number }

/** A `databaseUrl` replaces the embedded server. Its role must be able to create databases. */
export type LocalSettings = DatabaseSettings & {
  ports: Ports
  /** The folder with everything that the local academy stores. Ignored by git; `npx -y pnpm@10 run reset` removes the academy's files from it. */
  dataFolder: string
  /** The URLs of the seller's pages by setting. The web app and the API receive them; without them they show no links. */
  sellerPages?: Record<string, string> | undefined
}

const SELLER_PAGES = ['VITE_TERMS_URL', 'VITE_PRIVACY_URL', 'VITE_IMPRINT_URL', 'VITE_WITHDRAWAL_URL']

const firstPort = z.coerce
  .number({ error: 'ACADEMY_PORT must be a port number.' })
  .int()
  .min(1024, 'ACADEMY_PORT must be at least 1024.')
  .max(65_531, 'ACADEMY_PORT must leave room for four more ports: at most 65531.')
  .default(3000)

/** The ports from 1024 on that browsers refuse to open ("bad ports" of the Fetch standard). */
const BLOCKED_PORTS = [1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080]

/** Returns five consecutive ports. */
export const portsFrom = (first: number): Ports => ({
  web: first,
  api: first + 1,
  standins: first + 2,
  postgres: first + 3,
  smtp: first + 4,
})

/** Returns a URL whose sslmode says how its connections are protected, for clients with another default. */
function withSslMode(databaseUrl: string | undefined): string | undefined {
  if (databaseUrl === undefined) return undefined
  const url = new URL(databaseUrl)
  url.searchParams.set('sslmode', databaseTls(databaseUrl).mode)
  return url.href
}

/** Reads ACADEMY_PORT, ACADEMY_DATA, the database URL and the seller's pages. Throws a CommandError that names the variable to change. */
export function readSettings(env: Environment): LocalSettings {
  const port = firstPort.safeParse(env.ACADEMY_PORT)
  if (!port.success) throw new CommandError(port.error.issues.map((issue) => issue.message).join('\n'))
  const ports = portsFrom(port.data)
  const blocked = [ports.web, ports.api, ports.standins].find((opened) => BLOCKED_PORTS.includes(opened))
  if (blocked !== undefined)
    throw new CommandError(
      `ACADEMY_PORT must not be ${port.data}: browsers refuse to open port ${blocked}. Choose another one, such as 4000.`,
    )
  const sellerPages = Object.fromEntries(SELLER_PAGES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  const { databaseUrl, directDatabaseUrl, ownerDatabaseUrl } = readDatabaseSettings({ ...env, DATABASE_CA: '' })
  return {
    ports,
    dataFolder: dataFolderOf(env),
    sellerPages,
    databaseUrl: withSslMode(databaseUrl),
    directDatabaseUrl: withSslMode(directDatabaseUrl),
    ownerDatabaseUrl: withSslMode(ownerDatabaseUrl),
  }
}

/** The name of the API's database. */
export const DATABASE = 'academy'

/** The name of the stand-ins' database, on the same server. */
export const STANDINS_DATABASE = 'academy_standins'

/** Says which databases hold the academy's data on a server of the user's own; undefined for the embedded one. */
export function databasesOnOwnServer(settings: LocalSettings): string | undefined {
  const url = ownerUrlOf(settings)
  return url && `the databases ${DATABASE} and ${STANDINS_DATABASE} at ${new URL(url).host}`
}

/** Returns the URL of another database of the same server. */
export function onDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
