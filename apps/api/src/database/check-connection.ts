import { randomUUID } from 'node:crypto'
import { abortable } from '../abortable.ts'
import { openDatabase, type Sql } from './open-database.ts'
import { requireSupportedVersion, StandbyDatabase, UnusableDatabase } from './supported-versions.ts'
import { explainTlsError } from './tls-errors.ts'

export type ConnectionSettings = {
  databaseUrl: string
  /** URL of the same database without a pooler in transaction mode; equal to `databaseUrl` without such a pooler. */
  directDatabaseUrl: string
}

/** How long the check waits for a notification, or for a statement that a pooler may have lost, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 3_000

const SESSION_ADVICE =
  "Use the pooler's session mode (Supabase: port 5432 instead of 6543), or set DATABASE_DIRECT_URL to an address without that pooler as well."

/** The time limit of a statement in seconds, because a pooler without a free session lets it wait for minutes. */
const SILENCE_S = 10

const open = (url: string): Sql => openDatabase(url, { applicationName: 'academy-check', prepare: false, silence: SILENCE_S })

const backendOf = async (sql: Pick<Sql, 'unsafe'>): Promise<number> => {
  const [row] = await sql.unsafe<[{ pid: number }]>('select pg_backend_pid() as pid')
  return row.pid
}

/**
 * Returns whether the URL leads through a pooler in transaction mode: then the statements of one connection run in several sessions, or
 * another connection gets the session of the first one.
 */
export async function isTransactionPooler(url: string): Promise<boolean> {
  const [first, second] = [open(url), open(url)]
  try {
    const backend = await backendOf(first)
    return await second.begin(async (transaction) => (await backendOf(transaction)) === backend || (await backendOf(first)) !== backend)
  } finally {
    await Promise.all([first.end({ timeout: 1 }), second.end({ timeout: 1 })])
  }
}

/** Returns whether the server is a standby. */
async function isStandby(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ isStandby: boolean }]>`select pg_is_in_recovery() as "isStandby"`
  return row.isStandby
}

async function requirePrimary(sql: Sql, variable: string): Promise<void> {
  if (await isStandby(sql))
    throw new StandbyDatabase(
      `${variable} leads to a standby (a read replica), which accepts neither writes nor LISTEN. Set it to the URL of the primary, or promote the standby.`,
    )
}

/**
 * Returns whether the server answers a statement that is sent behind another one. PgBouncer before 1.21 in transaction mode then gives the
 * session to another client, and the answer is lost.
 */
async function keepsQueuedStatements(sql: Sql): Promise<boolean> {
  const both = Promise.all([sql`select pg_sleep(0.1)`, sql`select ${1}::int`])
  return await abortable(both, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)).then(
    () => true,
    () => false,
  )
}

/** Throws UnusableDatabase when connections to `url` lead to a standby, do not keep their session, or cannot be encrypted as it says. */
export async function requireSessions(url: string, variable: string): Promise<void> {
  const sql = open(url)
  const isPooled = await requirePrimary(sql, variable)
    .then(() => isTransactionPooler(url))
    .catch((error: unknown) => {
      throw explainTlsError(error, url)
    })
    .finally(() => sql.end({ timeout: 1 }))
  if (isPooled)
    throw new UnusableDatabase(
      `${variable} leads through a connection pooler in transaction mode, which loses locks and LISTEN. ${SESSION_ADVICE}`,
    )
}

/** Returns whether a notification through one URL reaches a listener through the other. */
async function isHeard(listening: Sql, notifying: Sql): Promise<boolean> {
  const channel = `academy_check_${randomUUID().replaceAll('-', '')}`
  const { promise: received, resolve } = Promise.withResolvers<boolean>()
  await listening.listen(channel, () => resolve(true))
  await notifying.notify(channel, '')
  return await abortable(received, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)).catch(() => false)
}

/**
 * Checks that the API can work with these URLs, without changing anything.
 * @throws UnusableDatabase with a message for the operator if it cannot; another error if the database is unreachable.
 */
export async function checkConnection({ databaseUrl, directDatabaseUrl }: ConnectionSettings): Promise<void> {
  const isDirect = databaseUrl === directDatabaseUrl
  const [service, direct] = [open(databaseUrl), open(directDatabaseUrl)]
  try {
    await requireSupportedVersion(service).catch((error: unknown) => {
      throw explainTlsError(error, databaseUrl)
    })
    await requirePrimary(service, 'DATABASE_URL')
    if (!isDirect && !(await keepsQueuedStatements(service)))
      throw new UnusableDatabase(
        'DATABASE_URL leads through a connection pooler that loses statements, as PgBouncer in transaction mode did before version 1.21. Upgrade the pooler, or use its session mode.',
      )
    await requireSessions(directDatabaseUrl, isDirect ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL')
    if (await isHeard(direct, service)) return
    throw new UnusableDatabase(
      isDirect
        ? `Notifications (LISTEN) do not arrive through DATABASE_URL. ${SESSION_ADVICE}`
        : 'Notifications sent through DATABASE_URL do not arrive through DATABASE_DIRECT_URL. Both must lead to the same database.',
    )
  } finally {
    await Promise.all([service.end({ timeout: 1 }), direct.end({ timeout: 1 })])
  }
}
