import { parseArgs } from 'node:util'
import { CommandError } from '../command-error.ts'
import { ownerUrlOf, readDatabaseSettings } from '../database-settings.ts'
import type { Environment } from '../environment.ts'

type Act = 'backup' | 'restore'

export const backupHelp = (act: Act) => `
  npx -y pnpm@10 academy ${act} ${act === 'backup' ? '[file]' : '<file>'}

Settings: DATABASE_URL, and DATABASE_OWNER_URL if the API's role does not own the tables`

export type BackupSettings = {
  /** URL for the role that owns the tables. */
  databaseUrl: string
  /** URL for the API's role, if that is another one. */
  apiDatabaseUrl?: string | undefined
  file: string
}

/** Reads the arguments of `backup` and `restore`. Throws a CommandError for missing ones. */
export function readBackupSettings(act: Act, args: string[], env: Environment, now = new Date()): BackupSettings {
  const { positionals } = parseOptions(act, args)
  const settings = readDatabaseSettings(env)
  const databaseUrl = ownerUrlOf(settings)
  if (databaseUrl === undefined) throw new CommandError(`DATABASE_URL is not set. It names the academy.\n${backupHelp(act)}`)
  const byTime = `academy-${now.toISOString().slice(0, 16).replace(':', '')}.backup.gz`
  const file = positionals[0] ?? (act === 'backup' ? byTime : undefined)
  if (file === undefined || positionals.length > 1) throw new CommandError(`${act} takes the name of one file.\n${backupHelp(act)}`)
  return { databaseUrl, file, apiDatabaseUrl: settings.ownerDatabaseUrl !== undefined ? settings.databaseUrl : undefined }
}

function parseOptions(act: Act, args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${backupHelp(act)}`)
  }
}
