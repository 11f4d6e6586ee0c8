import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { backup } from '@academy/api/backup'
import { migrate } from '@academy/api/migrate'
import { assertDatabaseEmpty, closeToOtherRoles, RestoreRefused, restore } from '@academy/api/restore'
import { CommandError } from '../command-error.ts'
import { ownerUrlOf, readDatabaseSettings } from '../database-settings.ts'
import type { Environment } from '../environment.ts'
import { explainDatabaseError } from '../explain-database-error.ts'
import { parseOptions, requireDatabaseUrl, usageError } from '../read-command.ts'

type Command = 'backup' | 'restore'

export const backupHelp = (command: Command) => `
  npx -y pnpm@10 academy ${command} ${command === 'backup' ? '[file]' : '<file>'}

Settings: DATABASE_URL, and DATABASE_OWNER_URL if the API's role does not own the tables`

type BackupSettings = {
  /** URL for the role that owns the tables. */
  databaseUrl: string
  /** URL for the API's role, if that is another one. */
  apiDatabaseUrl?: string | undefined
  file: string
  /** Whether the auth service is the operator's own, with a database beside this one. */
  hasOwnAuth?: boolean
}

/** Reads the arguments of `backup` and `restore`. Throws a CommandError for missing ones. */
export function readBackupSettings(command: Command, args: string[], env: Environment, now = new Date()): BackupSettings {
  const help = backupHelp(command)
  const { positionals } = parseOptions(help, { args, allowPositionals: true })
  const settings = readDatabaseSettings(env)
  const databaseUrl = requireDatabaseUrl(ownerUrlOf(settings), help)
  const byTime = `academy-${now.toISOString().slice(0, 16).replace(':', '')}.backup.gz`
  const file = positionals[0] ?? (command === 'backup' ? byTime : undefined)
  if (file === undefined || positionals.length > 1) throw usageError(`${command} takes the name of one file.`, help)
  return {
    databaseUrl,
    file,
    apiDatabaseUrl: settings.ownerDatabaseUrl !== undefined ? settings.databaseUrl : undefined,
    hasOwnAuth: Boolean(env.AUTH_UPSTREAM),
  }
}

type Say = (line: string) => void

/** The codes of a folder that is missing or read-only, and of a full disk. */
const NOT_WRITABLE = /^(ENOENT|ENOTDIR|EISDIR|EACCES|EROFS|ENOSPC|EDQUOT)$/

/** Writes a consistent backup of a running academy into one file. The file appears when it is complete; only its owner can read it. */
export async function runBackup({ databaseUrl, file, hasOwnAuth = false }: BackupSettings, say: Say): Promise<void> {
  if (existsSync(file)) throw new CommandError(`${file} already exists. Choose another name.`)
  const part = `${file}.part`
  try {
    await pipeline(Readable.from(backup(databaseUrl)), createGzip(), createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    const { code = '', message } = error as NodeJS.ErrnoException
    throw NOT_WRITABLE.test(code) ? new CommandError(`${file} cannot be written: ${message}.`) : explainDatabaseError(error, databaseUrl)
  }
  say(
    `The backup is in ${file} (${((await stat(file)).size / 1e6).toFixed(1)} MB). It contains personal data: keep it as safe as the database.`,
  )
  if (hasOwnAuth)
    say(
      'It does not contain the accounts and passwords of the auth service, without which no user can sign in. Back its database up as well: OPERATIONS.md, "Backup and restore".',
    )
}

/** Reads a backup. Opens the file with the first read, so that no error comes before its reader. */
async function* readBackup(file: string): AsyncGenerator<Buffer> {
  const text = createGunzip()
  // `pipe` passes on no errors.
  createReadStream(file)
    .on('error', (error) => text.destroy(error))
    .pipe(text)
  yield* text
}

/** Migrates an empty database and restores a backup into it in one transaction. */
export async function runRestore({ databaseUrl, apiDatabaseUrl, file }: BackupSettings, say: Say): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no ${file}.`)
  try {
    // before the migration, because the settings may still name the live database
    await assertDatabaseEmpty(databaseUrl)
    await migrate(databaseUrl, { say, apiDatabaseUrl })
    const rows = await restore(databaseUrl, readBackup(file))
    // as the first set-up did: a new database is open to all roles of its server
    if (apiDatabaseUrl !== undefined) await closeToOtherRoles(databaseUrl, apiDatabaseUrl)
    for (const [table, count] of Object.entries(rows)) say(`  ${String(count).padStart(9)}  ${table}`)
    say('The backup is restored. Restart the API, because its caches are outdated.')
  } catch (error) {
    if (error instanceof RestoreRefused) throw new CommandError(error.message)
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code.startsWith('Z_')) throw new CommandError(`${file} cannot be unpacked: it is truncated, or not a backup.`)
    if (['EACCES', 'EISDIR'].includes(code)) throw new CommandError(`${file} cannot be read. Is it a file, and may this user read it?`)
    throw explainDatabaseError(error, databaseUrl)
  }
}
