import { abortable } from '../../abortable.ts'
import { appliedMigrations, bundledMigrations } from '../../database/journal.ts'
import type { Sql } from '../../database/open-database.ts'

const TIMEOUT_MS = 2_000

/** Returns whether the database responds in time and has every migration of this build. It may also have those of a newer build. */
export async function isReady(sql: Sql): Promise<boolean> {
  return await abortable(hasAllMigrations(sql), AbortSignal.timeout(TIMEOUT_MS)).catch(() => false)
}

async function hasAllMigrations(sql: Sql): Promise<boolean> {
  const applied = await appliedMigrations(sql)
  return bundledMigrations.every(({ when }) => applied.has(when))
}
