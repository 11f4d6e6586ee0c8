import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/postgres-js'
import fp from 'fastify-plugin'
import { countConnections } from '../database/database-metrics.ts'
import { type Db, type OpenOptions, openDatabase, type Sql, STATEMENT_TIMEOUT_MS } from '../database/open-database.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Typed queries. Build a frequent query once, with `app.db.select()….prepare('name')`: Postgres then prepares it as well. */
    db: Db
    /** The connection pool of requests, for statements that Drizzle does not cover. */
    sql: Sql
    /**
     * Connections that keep their session between statements: for LISTEN only. The same pool as `sql`, unless `sql` uses a pooler in
     * transaction mode (DATABASE_DIRECT_URL).
     */
    directSql: Sql
  }
}

/** In seconds. Longer than the statement timeout, because Postgres responds to every statement within that. */
const SILENCE_S = STATEMENT_TIMEOUT_MS / 1_000 + 3
/** The idle time, in seconds, after which the operating system probes a connection. This also finds broken LISTEN connections. */
const KEEP_ALIVE_S = 20

/** Opens the pool, which connects when a statement first needs it, and closes it with the app. */
export const database = fp(
  async (app) => {
    const { config } = app
    const applicationName = `academy-api-${randomUUID().slice(0, 8)}`
    const options: OpenOptions = {
      applicationName,
      max: config.databasePoolSize,
      keep_alive: KEEP_ALIVE_S,
      settings: { statement_timeout: STATEMENT_TIMEOUT_MS },
      silence: SILENCE_S,
      // Only at trace level, because the driver then records a stack for each statement.
      ...(config.logLevel === 'trace' ? { debug: (_connection, statement) => app.log.trace({ statement }, 'statement') } : {}),
      onnotice: (notice) => app.log.debug({ code: notice.code, notice: notice.message }, 'notice from Postgres'),
    }
    // In transaction mode each transaction may run in another session: SET and named statements would be lost, or conflict with those of another client.
    const sql = openDatabase(config.databaseUrl, config.isTransactionPooled ? { ...options, settings: {}, prepare: false } : options)
    const directSql = config.isTransactionPooled ? openDatabase(config.directDatabaseUrl, options) : sql
    countConnections(app.metrics, sql, { size: config.databasePoolSize, applicationName })
    app.decorate('sql', sql)
    app.decorate('directSql', directSql)
    app.decorate('db', drizzle({ client: sql }))
    app.addHook('onClose', async () => {
      await Promise.all([...new Set([sql, directSql])].map((pool) => pool.end({ timeout: 5 })))
    })
  },
  { name: 'database', dependencies: ['metrics'] },
)
