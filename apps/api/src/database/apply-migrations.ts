import { setTimeout as sleep } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { Sql, TransactionSql } from 'postgres'
import { addMissingBuiltIns } from './supported-versions.ts'

/**
 * The longest lock_timeout of migrations. A table change waits for running queries, and new queries wait for it. After this time it is cancelled
 * and retried later, because the previous version still serves requests.
 */
const MAX_LOCK_TIMEOUT_MS = 500
const LOCK_ATTEMPTS = 60
const PAUSE_MS = 1_000

/** lock_not_available and deadlock_detected: syncs and erasures lock the same tables in another order. */
const LOCKED_CODES: unknown[] = ['55P03', '40P01']

const runsAlone = ({ sql }: MigrationMeta): boolean => sql.some((statement) => /\bconcurrently\b/i.test(statement.replace(/--.*$/gm, '')))

/** The statements of a transaction, or a single CONCURRENTLY statement, which runs outside of transactions. */
function batchesOf(migrations: readonly MigrationMeta[]): MigrationMeta[][] {
  const batches: MigrationMeta[][] = []
  for (const migration of migrations) {
    const last = batches.at(-1)
    if (last?.[0] && !runsAlone(last[0]) && !runsAlone(migration)) last.push(migration)
    else batches.push([migration])
  }
  return batches
}

const recordMigration = (sql: Sql | TransactionSql, { hash, folderMillis }: MigrationMeta) =>
  sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`

async function applyInTransaction(sql: Sql, batch: readonly MigrationMeta[]): Promise<void> {
  await sql.begin(async (tx) => {
    // Before Postgres looks for a deadlock, because it would end the request that waits for this transaction, and not the migration.
    await tx`select set_config('lock_timeout', greatest(least(${MAX_LOCK_TIMEOUT_MS}, setting::int / 2), 1)::text, true)
      from pg_settings where name = 'deadlock_timeout'`
    for (const migration of batch) {
      for (const statement of migration.sql) await tx.unsafe(statement)
      await recordMigration(tx, migration)
    }
  })
}

async function retryWhileLocked(apply: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply()
    } catch (error) {
      if (!LOCKED_CODES.includes((error as { code?: unknown }).code) || attempt === LOCK_ATTEMPTS) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/** Drops the invalid index of an aborted CONCURRENTLY statement, which would block the retry. */
async function dropUnfinished(sql: Sql): Promise<void> {
  const unfinished = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where not i.indisvalid and n.nspname = 'public'`
  for (const { name } of unfinished) await sql.unsafe(`drop index concurrently if exists ${name}`)
}

/**
 * Applies the migrations that are newer than the last applied one, with Drizzle's bookkeeping. Drizzle runs all of them in one transaction,
 * which blocks writers during an index build; here a CONCURRENTLY statement runs alone. A failure leaves nothing behind except whole
 * migrations before such a statement.
 * @param sql one connection that holds the migration lock.
 */
export async function applyMigrations(sql: Sql, migrationsFolder: string): Promise<void> {
  await addMissingBuiltIns(sql)
  await sql`create schema if not exists drizzle`
  await sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`
  const [newest] = await sql<[{ at: string }]>`select coalesce(max(created_at), 0) as at from drizzle.__drizzle_migrations`
  const due = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > Number(newest.at))
  for (const batch of batchesOf(due)) {
    const [alone] = batch
    if (alone && runsAlone(alone)) {
      await dropUnfinished(sql)
      for (const statement of alone.sql) await sql.unsafe(statement)
      await recordMigration(sql, alone)
    } else await retryWhileLocked(() => applyInTransaction(sql, batch))
  }
}

/** Returns the existing tables that the migrations of a folder create. */
export async function tablesOfMigrations(sql: Sql, migrationsFolder: string): Promise<string[]> {
  const statements = readMigrationFiles({ migrationsFolder }).flatMap((migration) => migration.sql)
  const createdTables = statements.flatMap((statement) => /^\s*create table (?:if not exists )?"(\w+)"/i.exec(statement)?.[1] ?? [])
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any(${createdTables})`
  return rows.map(({ name }) => name)
}
