import { databaseTls } from '@academy/settings/database-tls'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

export type Sql = postgres.Sql
export type Db = PostgresJsDatabase
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

type DriverOption = 'max' | 'prepare' | 'idle_timeout' | 'max_lifetime' | 'keep_alive' | 'silence' | 'onclose' | 'onnotice' | 'debug'

export type OpenOptions = {
  /** Shown in pg_stat_activity. */
  applicationName: string
  /** Settings for SET on each new connection, for example `statement_timeout` in milliseconds. */
  settings?: Readonly<Record<string, string | number>>
} & Pick<postgres.Options<Record<string, never>>, DriverOption>

const CONNECT_TIMEOUT_S = 5

/** The statement_timeout for requests: longer than their statements take, so that a stuck one releases its connection. */
export const STATEMENT_TIMEOUT_MS = 10_000

/**
 * Opens connections to Postgres on demand. Works through connection poolers as well: they refuse most settings in the start-up message, so
 * application_name is the only one there. `silence`, in seconds, must be longer than the statement_timeout; statements on a silent connection fail with
 * CONNECTION_CLOSED, which counts as an outage. Connections are encrypted as the URL says, by default to every host that is not local. With `await using`,
 * they are closed at the end of the block.
 */
export function openDatabase(url: string, { applicationName, settings = {}, max = 1, ...driver }: OpenOptions): Sql & AsyncDisposable {
  const { driverUrl, ssl } = databaseTls(url)
  const sql: Sql = postgres(driverUrl, {
    ssl,
    max,
    connect_timeout: CONNECT_TIMEOUT_S,
    // the default waits up to 20 s before a retry, which would prolong an outage
    backoff: (attempts) => Math.min(0.05 * 2 ** attempts, 1),
    onnotice: () => {},
    setup: Object.entries(settings)
      .map(([name, value]) => `set ${name} to '${String(value).replaceAll("'", "''")}'`)
      .join('; '),
    connection: { application_name: applicationName },
    ...driver,
  })
  return Object.assign(sql, { [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) })
}
