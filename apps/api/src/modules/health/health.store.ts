import { abortable } from '../../abortable.ts'
import { bundledMigrations } from '../../database/journal.ts'
import type { Sql } from '../../database/open-database.ts'

const TIMEOUT_MS = 2_000

/** Postgres' code for a missing table. */
const MISSING_TABLE = '42P01'

/** Why the API is not ready. */
export type NotReadyReason = 'database_unreachable' | 'standby' | 'migrations_missing'

/**
 * Returns why the database cannot serve the API: it does not respond in time, is a standby, or lacks a migration of this build. Undefined if it
 * can. It may also have migrations of a newer build.
 */
export async function whyNotReady(sql: Sql): Promise<NotReadyReason | undefined> {
  return await abortable(findReason(sql), AbortSignal.timeout(TIMEOUT_MS)).catch((error: { code?: unknown }) =>
    error.code === MISSING_TABLE ? 'migrations_missing' : 'database_unreachable',
  )
}

async function findReason(sql: Sql): Promise<NotReadyReason | undefined> {
  const [row] = await sql<[{ isStandby: boolean; applied: string[] }]>`
    select pg_is_in_recovery() as "isStandby", coalesce(array_agg(created_at), '{}') as applied from drizzle.__drizzle_migrations`
  if (row.isStandby) return 'standby'
  const applied = new Set(row.applied.map(Number))
  return bundledMigrations.every(({ when }) => applied.has(when)) ? undefined : 'migrations_missing'
}
