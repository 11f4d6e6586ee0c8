import { randomUUID } from 'node:crypto'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import fp from 'fastify-plugin'
import postgres from 'postgres'
import type { Config } from '../config.ts'
import { countConnections } from './database-metrics.ts'
import { databaseSockets } from './database-socket.ts'

export type Db = PostgresJsDatabase
export type Sql = postgres.Sql

declare module 'fastify' {
  interface FastifyInstance {
    /** Typed queries. A hot query is built once: `app.db.select()….prepare('name')`, which Postgres then prepares as well. */
    db: Db
    /** The connection pool itself, for what Drizzle does not cover: LISTEN, advisory locks, one-statement tricks. */
    sql: Sql
  }
}

/** Longer than any honest query; a stuck one must not hold its connection. */
const STATEMENT_TIMEOUT_MS = 10_000
/** Postgres says by itself that a statement took too long; who says nothing for so long is not there any more. */
const SILENT_MS = STATEMENT_TIMEOUT_MS + 3_000
/** After so many seconds without a word each connection is tested, by the operating system: also those on which nobody waits, as that which listens. */
const KEEP_ALIVE_S = 20

/** Opens the pool (connections are made when first needed) and closes it with the app. */
export const database = fp<{ config: Config }>(
  async (app, { config }) => {
    const applicationName = `academy-api-${randomUUID().slice(0, 8)}`
    const sql = postgres(config.databaseUrl, {
      max: config.databasePoolSize,
      connect_timeout: 5,
      keep_alive: KEEP_ALIVE_S,
      ...databaseSockets(config.databaseUrl, SILENT_MS, (connections) =>
        app.log.error({ connections }, 'the database does not answer any more: its connections were ended, others are made'),
      ),
      // The default waits up to 20 s before it tries again: learners would see a database that is back as still down.
      backoff: (attempts) => Math.min(0.05 * 2 ** attempts, 1),
      connection: { application_name: applicationName, statement_timeout: STATEMENT_TIMEOUT_MS },
      // Only when asked for, as the driver then notes for each statement where it came from.
      ...(config.logLevel === 'trace' ? { debug: (_connection, statement) => app.log.trace({ statement }, 'statement') } : {}),
      onnotice: (notice) => app.log.debug({ code: notice.code, notice: notice.message }, 'notice from Postgres'),
    })
    countConnections(app.metrics, sql, { size: config.databasePoolSize, applicationName })
    app.decorate('sql', sql)
    app.decorate('db', drizzle({ client: sql }))
    app.addHook('onClose', () => sql.end({ timeout: 5 }))
  },
  { name: 'database', dependencies: ['metrics'] },
)

/** An error without what Drizzle wraps around it: the statement and its values, which are nothing for people's eyes, nor for a column of text. */
export const withoutStatement = (error: unknown): unknown => (error instanceof DrizzleQueryError ? (error.cause ?? error.name) : error)

const OUTAGE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  '57014', // statement timeout
  '57P01', // shut down by an administrator
  '57P02',
  '57P03', // starting up
  '25006', // read-only: a replica, or a hosted database that is nearly full
  '53000', // no room, no memory, no connections
  '53100',
  '53200',
  '53300',
])

/** The state with which the database refuses to write about somebody who was erased (migration 0009). */
const ERASED_ACCOUNT = 'ER001'

function hasCode(error: unknown, isMeant: (code: string) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && isMeant(cause.code)) return true
  }
  return false
}

/** Whether the database refused because the account was erased. */
export const isOfErasedAccount = (error: unknown): boolean => hasCode(error, (code) => code === ERASED_ACCOUNT)

/** Whether an error says that Postgres cannot be reached or cannot answer now, as opposed to a mistake of ours. */
export const isDatabaseOutage = (error: unknown): boolean => hasCode(error, (code) => OUTAGE_CODES.has(code))
