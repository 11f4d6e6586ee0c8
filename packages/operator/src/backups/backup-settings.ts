import { ownerUrlOf, readDatabaseSettings } from '../database-settings.ts'
import type { Environment } from '../environment.ts'
import { parseOptions, requireDatabaseUrl, usageError } from '../read-command.ts'

type Command = 'backup' | 'restore'

export const backupHelp = (command: Command) => `
  npx -y pnpm@10 academy ${command} ${command === 'backup' ? '[file]' : '<file>'}

Settings: DATABASE_URL, and DATABASE_OWNER_URL if the API's role does not own the tables`

export type BackupSettings = {
  /** URL for the role that owns the tables. */
  databaseUrl: string
  /** URL for the API's role, if that is another one. */
  apiDatabaseUrl?: string | undefined
  file: string
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
  return { databaseUrl, file, apiDatabaseUrl: settings.ownerDatabaseUrl !== undefined ? settings.databaseUrl : undefined }
}
