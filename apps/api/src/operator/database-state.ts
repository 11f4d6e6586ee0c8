import { drizzle } from 'drizzle-orm/postgres-js'
// The plugins declare what they add to the app; other packages need all of them to check the types of this file.
import type {} from '../app.ts'
import { type ConnectionSettings, checkConnection } from '../database/check-connection.ts'
import { appliedMigrationsIfAny, bundledMigrations } from '../database/journal.ts'
import { openDatabase, type Sql } from '../database/open-database.ts'
import { checkoutsWithProblems, type ForeignFact, foreignFacts, unappliedEvents } from '../modules/billing/facts/payments.store.ts'

export { StandbyDatabase, UnusableDatabase } from '../database/supported-versions.ts'
export { explainTlsError } from '../database/tls-errors.ts'
export type { ForeignFact } from '../modules/billing/facts/payments.store.ts'

/** The state of a database for an operator: its migrations and open problems. */
type DatabaseState = {
  /** Whether the API's role may alter tables, as their owner or as a superuser. */
  ownsTables: boolean
  /** Whether the database refuses writes. */
  isReadOnly: boolean
  /** Whether the disk has no room for a few megabytes. */
  isDiskFull: boolean
  /** Whether statements of the API have a time limit. */
  hasStatementLimit: boolean
  /** Migrations of this build that are not applied. */
  missing: string[]
  /** Undefined while migrations are missing. */
  payments:
    | {
        /** Stripe events that were not applied, newest first. */
        unappliedEvents: Awaited<ReturnType<typeof unappliedEvents>>
        checkoutsWithProblems: Awaited<ReturnType<typeof checkoutsWithProblems>>
        /** Purchases and subscriptions of another Stripe account or mode. */
        foreign: ForeignFact[]
      }
    | undefined
}

/** The maximum number of unapplied events, of foreign purchases and of foreign subscriptions. */
const MAX_LISTED = 1_000

/** Returns whether the disk is full: sorts more than the memory for it holds, so that Postgres writes a temporary file. */
async function isDiskFull(sql: Sql): Promise<boolean> {
  try {
    await sql.begin(async (transaction) => {
      await transaction`select set_config('work_mem', '64kB', true)`
      await transaction`select count(*) from (select md5(i::text) from generate_series(1, 50000) as i order by 1 offset 0) as sorted`
    })
    return false
  } catch (error) {
    if ((error as { code?: unknown }).code === '53100') return true
    throw error
  }
}

/**
 * Inspects a database with the API's connection settings, without changing it.
 * @throws UnusableDatabase if the API cannot work with it, another error if it is unreachable.
 */
export async function databaseState(settings: ConnectionSettings & { isTransactionPooled: boolean }): Promise<DatabaseState> {
  await checkConnection(settings)
  const { databaseUrl, isTransactionPooled } = settings
  await using sql = openDatabase(databaseUrl, { applicationName: 'academy-doctor', prepare: false })
  const [rights] = await sql<[{ ownsTables: boolean; isReadOnly: boolean; limit: string }]>`
    select current_setting('statement_timeout') as limit, current_setting('transaction_read_only')::boolean as "isReadOnly",
      coalesce(bool_or(pg_has_role(relowner, 'usage')), false) as "ownsTables"
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
  const { ownsTables, isReadOnly } = rights
  // The API sets the limit for each session, which it cannot do through a pooler in transaction mode.
  const hasStatementLimit = !isTransactionPooled || rights.limit !== '0'
  const rightsAndLimits = { ownsTables, isReadOnly, isDiskFull: await isDiskFull(sql), hasStatementLimit }
  const applied = await appliedMigrationsIfAny(sql)
  const missing = bundledMigrations.filter(({ when }) => !applied.has(when)).map(({ tag }) => tag)
  if (missing.length > 0) return { ...rightsAndLimits, missing, payments: undefined }
  const db = drizzle({ client: sql })
  return {
    ...rightsAndLimits,
    missing,
    payments: {
      unappliedEvents: await unappliedEvents(db, undefined, MAX_LISTED),
      checkoutsWithProblems: await checkoutsWithProblems(db),
      foreign: await foreignFacts(db, MAX_LISTED),
    },
  }
}
