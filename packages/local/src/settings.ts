import { CommandError, type DatabaseSettings, dataFolderOf, type Environment, readDatabaseSettings } from '@academy/operator'
import { z } from 'zod'

/** The port of each part. All of them listen on this machine only. */
export type Ports = { web: number; api: number; standins: number; postgres: number; smtp: number }

/** A `databaseUrl` replaces the embedded server. Its role must be able to create databases. */
export type LocalSettings = DatabaseSettings & {
  ports: Ports
  /** Holds everything that the local academy stores. Ignored by git; `npx -y pnpm@10 run reset` removes it. */
  dataFolder: string
}

const firstPort = z.coerce
  .number({ error: 'ACADEMY_PORT must be a port number.' })
  .int()
  .min(1024, 'ACADEMY_PORT must be at least 1024.')
  .max(65_531, 'ACADEMY_PORT must leave room for four more ports: at most 65531.')
  .default(3000)

export const portsFrom = (first: number): Ports => ({
  web: first,
  api: first + 1,
  standins: first + 2,
  postgres: first + 3,
  smtp: first + 4,
})

/** Reads ACADEMY_PORT, ACADEMY_DATA and the database URL. @throws CommandError that names the variable to change. */
export function readSettings(env: Environment): LocalSettings {
  const port = firstPort.safeParse(env.ACADEMY_PORT)
  if (!port.success) throw new CommandError(port.error.issues.map((issue) => issue.message).join('\n'))
  return { ports: portsFrom(port.data), dataFolder: dataFolderOf(env), ...readDatabaseSettings(env) }
}

/** The name of the API's database. */
export const DATABASE = 'academy'

/** Returns the address of another database of the same server. */
export function onDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
