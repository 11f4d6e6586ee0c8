import { journalOfThisBuild } from '../../database/journal.ts'
import type { Sql } from '../../database/open-database.ts'

const TIMEOUT_MS = 2_000

/** Returns whether the database answers in time and has every migration of this build. It may also have those of a newer build. */
export async function isReady(sql: Sql): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), TIMEOUT_MS)
  const applied = hasAllMigrations(sql).catch(() => false)
  const ready = await Promise.race([applied, tooLate])
  clearTimeout(timer)
  return ready
}

async function hasAllMigrations(sql: Sql): Promise<boolean> {
  const rows = await sql<{ created_at: string }[]>`select created_at from drizzle.__drizzle_migrations`
  const applied = new Set(rows.map((row) => Number(row.created_at)))
  return journalOfThisBuild.every((entry) => applied.has(entry.when))
}
