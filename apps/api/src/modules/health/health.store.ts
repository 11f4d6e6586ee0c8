import { abortable } from '../../abortable.ts'
import { isStandby } from '../../database/check-connection.ts'
import { appliedMigrationsIfAny, bundledMigrations } from '../../database/journal.ts'
import type { Sql } from '../../database/open-database.ts'

const TIMEOUT_MS = 2_000

/** Why the API is not ready. */
export type NotReadyReason = 'database_unreachable' | 'standby' | 'migrations_missing'

/**
 * Returns why the database cannot serve the API: it does not respond in time, is a standby, or lacks a migration of this build. Undefined if it
 * can. It may also have migrations of a newer build.
 */
export async function whyNotReady(sql: Sql): Promise<NotReadyReason | undefined> {
  return await abortable(findReason(sql), AbortSignal.timeout(TIMEOUT_MS)).catch(() => 'database_unreachable' as const)
}

async function findReason(sql: Sql): Promise<NotReadyReason | undefined> {
  if (await isStandby(sql)) return 'standby'
  const applied = await appliedMigrationsIfAny(sql)
  return bundledMigrations.every(({ when }) => applied.has(when)) ? undefined : 'migrations_missing'
}
