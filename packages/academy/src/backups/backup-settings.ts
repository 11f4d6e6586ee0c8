import { parseArgs } from 'node:util'
import { Problem } from '../local/problem.ts'
import { localDatabaseUrl, readSettings } from '../local/settings.ts'

type Act = 'backup' | 'restore'

const help = (act: Act) => `
  npx -y pnpm@10 run ${act} ${act === 'backup' ? '[file]' : '<file>'} [--local]

The academy is the one of DATABASE_URL, or with --local the one that runs on this machine.`

/** Reads the arguments of `backup` and `restore`. Throws a Problem that says what is missing. */
export function readBackupSettings(
  act: Act,
  args: string[],
  env: Record<string, string | undefined>,
  now = new Date(),
): { databaseUrl: string; file: string } {
  const { values, positionals } = parsed(act, args)
  const { local } = values
  const settings = readSettings(env)
  const databaseUrl = local ? localDatabaseUrl(settings) : settings.databaseUrl
  if (databaseUrl === undefined) throw new Problem(`DATABASE_URL is not set: which academy is meant?\n${help(act)}`)
  const byTime = `academy-${now.toISOString().slice(0, 16).replace(':', '')}.backup.gz`
  const file = positionals[0] ?? (act === 'backup' ? byTime : undefined)
  if (file === undefined || positionals.length > 1) throw new Problem(`${act} takes the name of one file.\n${help(act)}`)
  return { databaseUrl, file }
}

function parsed(act: Act, args: string[]) {
  try {
    return parseArgs({ args, options: { local: { type: 'boolean', default: false } }, allowPositionals: true })
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n${help(act)}`)
  }
}
