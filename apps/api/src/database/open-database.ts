import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { databaseSockets, type SocketOptions } from './database-socket.ts'

export type Sql = postgres.Sql
export type Db = PostgresJsDatabase
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

type DriverOption = 'max' | 'prepare' | 'idle_timeout' | 'max_lifetime' | 'keep_alive' | 'onclose' | 'onnotice' | 'debug'

export type OpenOptions = SocketOptions & {
  /** Shown in pg_stat_activity. */
  applicationName: string
} & Pick<postgres.Options<Record<string, never>>, DriverOption>

const CONNECT_TIMEOUT_S = 5

/** The statement_timeout for requests: longer than their statements take, so that a stuck one releases its connection. */
export const STATEMENT_TIMEOUT_MS = 10_000

/**
 * Opens connections to Postgres on demand. Works through connection poolers as well: application_name is the only setting in the start-up
 * message.
 */
export function openDatabase(url: string, { applicationName, settings, silence, max = 1, ...driver }: OpenOptions): Sql {
  return postgres(url, {
    max,
    connect_timeout: CONNECT_TIMEOUT_S,
    // the default waits up to 20 s before a retry, which would prolong an outage
    backoff: (attempts) => Math.min(0.05 * 2 ** attempts, 1),
    onnotice: () => {},
    ...databaseSockets(url, { settings, silence }),
    connection: { application_name: applicationName },
    ...driver,
  })
}
