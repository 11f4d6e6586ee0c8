import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { applyMigrations } from './apply-migrations.ts'
import { ConfigError, readDatabaseUrl } from './config.ts'
import { assertTimesRise, type JournalEntry, journalOfThisBuild } from './journal.ts'

const migrationsFolder = fileURLToPath(new URL('../drizzle', import.meta.url))

/** Any number that nothing else locks; it spells "academy" on a phone. */
const LOCK = 2_223_369

/**
 * Brings the database to the schema of this build. Several at once wait for each other; nothing to do is no error.
 * @returns how many migrations were applied by this call.
 * @throws Error when a migration fails, or when one of this build was not applied though all seemed well.
 */
export async function migrate(databaseUrl: string): Promise<{ applied: number }> {
  return await migrateWith(databaseUrl, migrationsFolder, journalOfThisBuild)
}

/** As migrate, with another folder of migrations. */
export async function migrateWith(databaseUrl: string, folder: string, journal: readonly JournalEntry[]): Promise<{ applied: number }> {
  assertTimesRise(journal)
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${LOCK})`
    const before = await appliedTimes(sql)
    await applyMigrations(sql, folder)
    const after = await appliedTimes(sql)
    const missing = journal.filter((entry) => !after.has(entry.when))
    if (missing.length > 0) {
      throw new Error(
        `The database says that it is up to date, but was never given ${missing.map((entry) => entry.tag).join(', ')}. Generate it again with npx -y pnpm@10 db:generate, so that it is the newest.`,
      )
    }
    return { applied: after.size - before.size }
  } finally {
    // Ends the session and with it the lock.
    await sql.end()
  }
}

async function appliedTimes(sql: postgres.Sql): Promise<Set<number>> {
  const [found] = await sql<[{ exists: boolean }]>`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`
  if (!found.exists) return new Set()
  const rows = await sql<{ created_at: string }[]>`select created_at from drizzle.__drizzle_migrations`
  return new Set(rows.map((row) => Number(row.created_at)))
}

if (import.meta.main) {
  try {
    const { applied } = await migrate(readDatabaseUrl())
    process.stdout.write(applied === 0 ? 'The database is up to date.\n' : `Applied ${applied} migration${applied === 1 ? '' : 's'}.\n`)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
