import { fileURLToPath } from 'node:url'
import { ConfigError } from '@academy/settings/config-error'
import { grantToApiRole, limitStatementsOfRole, revokeFromSupabaseRoles, roleOfUrl } from './database/api-role.ts'
import { applyMigrations, tablesOfMigrations } from './database/apply-migrations.ts'
import { checkConnection, requireSessions } from './database/check-connection.ts'
import {
  appliedMigrations,
  appliedMigrationsIfAny,
  assertAscendingMigrations,
  bundledMigrations,
  type JournalEntry,
} from './database/journal.ts'
import { LOCK_WAIT_MS, takeMigrationLock } from './database/migration-lock.ts'
import { openDatabase } from './database/open-database.ts'
import { requireSupportedVersion, UnusableDatabase } from './database/supported-versions.ts'
import { readDatabaseUrls } from './database-urls.ts'

const migrationsFolder = fileURLToPath(new URL('../drizzle', import.meta.url))

type MigrateOptions = {
  /** The API's URL, if it uses another role. The role gets its rights. */
  apiDatabaseUrl?: string | undefined
  /** How long to wait while another process migrates. */
  lockWaitMs?: number
  say?: (line: string) => void
}

/**
 * Migrates the database to the schema of this build, as the owner of the tables. Concurrent calls wait for each other.
 * Returns the number of migrations that this call applied. Throws when a migration fails, or when one of this build was silently skipped.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<{ applied: number }> {
  return await migrateWith(databaseUrl, migrationsFolder, bundledMigrations, options)
}

/** As migrate, with another folder of migrations. */
export async function migrateWith(
  databaseUrl: string,
  folder: string,
  journal: readonly JournalEntry[],
  { apiDatabaseUrl, lockWaitMs = LOCK_WAIT_MS, say = () => {} }: MigrateOptions = {},
): Promise<{ applied: number }> {
  assertAscendingMigrations(journal)
  // No time limit, whatever the server's default: an index of a large table takes a while. The end of the session ends the lock.
  await using sql = openDatabase(databaseUrl, {
    applicationName: 'academy-migrate',
    max_lifetime: null,
    settings: { statement_timeout: 0 },
  })
  await requireSupportedVersion(sql)
  const apiRole = apiDatabaseUrl === undefined ? undefined : await roleOfUrl(sql, apiDatabaseUrl)
  await takeMigrationLock(sql, lockWaitMs, say)
  const before = await appliedMigrationsIfAny(sql)
  await applyMigrations(sql, folder)
  const after = await appliedMigrations(sql)
  const missing = journal.filter((entry) => !after.has(entry.when))
  if (missing.length > 0) {
    throw new Error(
      `The database did not get ${missing.map((entry) => entry.tag).join(', ')}, because it has a newer migration. Generate it again with npx -y pnpm@10 db:generate, so that it is the newest.`,
    )
  }
  const tables = await tablesOfMigrations(sql, folder)
  await revokeFromSupabaseRoles(sql, tables)
  if (apiRole !== undefined) await grantToApiRole(sql, apiRole, tables)
  return { applied: after.size - before.size }
}

/**
 * Migrates the database of an environment, as its owner, and connects as the API will.
 * @throws UnusableDatabase or ConfigError with a sentence for the operator.
 */
async function migrateEnvironment(say: (line: string) => void): Promise<void> {
  const urls = readDatabaseUrls()
  const { databaseUrl, directDatabaseUrl, ownerDatabaseUrl, hasOwnRole, isTransactionPooled } = urls
  await requireSessions(ownerDatabaseUrl, hasOwnRole ? 'DATABASE_OWNER_URL' : isTransactionPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  const { applied } = await migrate(ownerDatabaseUrl, { say, apiDatabaseUrl: hasOwnRole ? databaseUrl : undefined })
  const migrations = applied === 1 ? '1 migration' : `${applied} migrations`
  say(applied === 0 ? 'The database is up to date.' : `Applied ${migrations}.`)
  if (hasOwnRole) await limitStatementsOfRole(directDatabaseUrl)
  await checkConnection(urls)
}

/** Returns the error message for the operator, with the stack only for bugs. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnusableDatabase) return error.message
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? `Migrating failed: ${error.message} (${error.code})` : (error.stack ?? error.message)
}

/** Migrates the database of the environment as a process: writes what happened, and sets exit code 1 after a failure. */
export async function runMigrate(): Promise<void> {
  try {
    await migrateEnvironment((line) => process.stdout.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = 1
  }
}
