import journal from '../../drizzle/meta/_journal.json' with { type: 'json' }
import type { Sql } from './open-database.ts'

export type JournalEntry = { readonly idx: number; readonly when: number; readonly tag: string }

/** The migrations of this build, oldest first. They are part of the bundle, so they always match the code. */
export const bundledMigrations: readonly JournalEntry[] = journal.entries

/** Returns the times of the migrations that a database has. */
export async function appliedMigrations(sql: Pick<Sql, 'unsafe'>): Promise<Set<number>> {
  const rows = await sql.unsafe<{ created_at: string }[]>('select created_at from drizzle.__drizzle_migrations order by created_at')
  return new Set(rows.map(({ created_at }) => Number(created_at)))
}

/** Returns the same as `appliedMigrations`; an empty set for a database that was never migrated. */
export async function appliedMigrationsIfAny(sql: Sql): Promise<Set<number>> {
  const [table] = await sql<[{ exists: boolean }]>`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`
  return table.exists ? await appliedMigrations(sql) : new Set()
}

/**
 * Checks that each migration is later than the one before. Drizzle silently skips a migration whose time is not later than that of the newest
 * applied one (drizzle-orm #5769), so two merged branches or a hand-edited time would leave tables out.
 * @throws Error naming the first migration that is not later.
 */
export function assertAscendingMigrations(entries: readonly JournalEntry[]): void {
  entries.forEach((entry, index) => {
    const before = entries[index - 1]
    if (before && entry.when <= before.when) {
      throw new Error(
        `Migration ${entry.tag} is not later than ${before.tag}, so it would never be applied. Delete it and generate it again with npx -y pnpm@10 db:generate.`,
      )
    }
  })
}
