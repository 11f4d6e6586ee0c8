import { randomUUID } from 'node:crypto'
import { abortable } from '../abortable.ts'
import { openDatabase, type Sql } from './open-database.ts'
import { requireSupportedVersion, UnusableDatabase } from './supported-versions.ts'
import { explainTlsError } from './tls-errors.ts'

export type ConnectionSettings = {
  databaseUrl: string
  /** URL of the same database without a pooler in transaction mode; equal to `databaseUrl` without such a pooler. */
  directDatabaseUrl: string
}

/** How long the check waits for a notification, in milliseconds. */
const NOTIFICATION_TIMEOUT_MS = 3_000

const SESSION_ADVICE =
  "Use the pooler's session mode (Supabase: port 5432 instead of 6543), or set DATABASE_DIRECT_URL to an address without that pooler as well."

/** The time limit of a statement, because a pooler without a free session lets it wait for minutes. */
const SILENCE = { ms: 10_000, onEnd: () => {} }

const open = (url: string): Sql => openDatabase(url, { applicationName: 'academy-check', prepare: false, silence: SILENCE })

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

/** Throws UnusableDatabase when connections to `url` do not keep their session, or cannot be encrypted as it says. */
export async function requireSessions(url: string, variable: string): Promise<void> {
  const isPooled = await isTransactionPooler(url).catch((error: unknown) => {
    throw explainTlsError(error, url)
  })
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
  return await abortable(received, AbortSignal.timeout(NOTIFICATION_TIMEOUT_MS)).catch(() => false)
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
