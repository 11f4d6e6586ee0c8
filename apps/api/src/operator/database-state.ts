import { drizzle } from 'drizzle-orm/postgres-js'
// The plugins declare what they add to the app; other packages need all of them to check the types of this file.
import type {} from '../app.ts'
import { type ConnectionSettings, checkConnection } from '../database/check-connection.ts'
import { appliedMigrationsIfAny, bundledMigrations } from '../database/journal.ts'
import { type Db, openDatabase, type Sql } from '../database/open-database.ts'
import { checkoutsWithProblems, foreignFacts, unappliedEvents } from '../modules/billing/facts/payments.store.ts'

export { StandbyDatabase, UnusableDatabase } from '../database/supported-versions.ts'
export { explainTlsError } from '../database/tls-errors.ts'
export type { ForeignFact } from '../modules/billing/facts/payments.store.ts'

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

/** Loads what an operator has to resolve. */
const paymentProblems = async (db: Db) => ({
  /** Stripe events that were not applied, newest first. */
  unappliedEvents: await unappliedEvents(db, undefined, MAX_LISTED),
  checkoutsWithProblems: await checkoutsWithProblems(db),
  /** Purchases and subscriptions of another Stripe account or mode. */
  foreign: await foreignFacts(db, MAX_LISTED),
})

/**
 * Inspects a database with the API's connection settings, without changing it.
 * @throws UnusableDatabase if the API cannot work with it, another error if it is unreachable.
 */
export async function databaseState(settings: ConnectionSettings & { isTransactionPooled: boolean }) {
  await checkConnection(settings)
  const { databaseUrl, isTransactionPooled } = settings
  await using sql = openDatabase(databaseUrl, { applicationName: 'academy-doctor', prepare: false })
  const [{ limit, ownsTables, isReadOnly }] = await sql<[{ ownsTables: boolean; isReadOnly: boolean; limit: string }]>`
    select current_setting('statement_timeout') as limit, current_setting('transaction_read_only')::boolean as "isReadOnly",
      coalesce(bool_or(pg_has_role(relowner, 'usage')), false) as "ownsTables"
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
  const applied = await appliedMigrationsIfAny(sql)
  const missing = bundledMigrations.filter(({ when }) => !applied.has(when)).map(({ tag }) => tag)
  return {
    /** Whether the API's role may alter tables, as their owner or as a superuser. */
    ownsTables,
    /** Whether the database refuses writes. */
    isReadOnly,
    isDiskFull: await isDiskFull(sql),
    /** Whether statements of the API have a time limit. It sets one for each session, which it cannot do through a pooler in transaction mode. */
    hasStatementLimit: !isTransactionPooled || limit !== '0',
    /** Migrations of this build that are not applied. */
    missing,
    /** Undefined while migrations are missing. */
    payments: missing.length > 0 ? undefined : await paymentProblems(drizzle({ client: sql })),
  }
}
