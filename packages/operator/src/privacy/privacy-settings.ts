import { parseArgs } from 'node:util'
import { type Config, readConfig } from '@academy/api/config'
import { ConfigError } from '@academy/api/config-error'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../environment.ts'
import { operatorName } from '../operator-name.ts'

export type PrivacyCommand = { config: Config; emailOrId: string } & (
  | { act: 'export'; out: string | undefined }
  | { act: 'erase'; reason: string; by: string; isSure: boolean }
)
type Act = PrivacyCommand['act']

export const privacyHelp = (act: Act): string => `
  npx -y pnpm@10 academy account:${act} <email or account id>${
    act === 'export' ? ' [--out file.json]' : ' --reason "why" --yes [--by "your name"]'
  }

Settings: those of the API (DATABASE_URL, SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY, STRIPE_SECRET_KEY ...)`

const options = {
  out: { type: 'string' },
  reason: { type: 'string' },
  by: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const

function parseOptions(act: Act, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${privacyHelp(act)}`)
  }
}

function configOf(act: Act, env: Environment): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(`${error.message}\n${privacyHelp(act)}`)
    throw error
  }
}

/** Reads the arguments of `account:export` and `account:erase`. Throws a CommandError for missing or invalid ones. */
export function readPrivacyCommand(act: Act, args: string[], env: Environment): PrivacyCommand {
  const { values, positionals } = parseOptions(act, args)
  const [emailOrId, ...more] = positionals
  if (emailOrId === undefined || more.length > 0)
    throw new CommandError(`account:${act} takes one email address or account id.\n${privacyHelp(act)}`)
  if (act === 'erase' && !values.reason?.trim())
    throw new CommandError(`--reason is missing: the audit log records why.\n${privacyHelp(act)}`)
  const config = configOf(act, env)
  if (act === 'export') return { act, config, emailOrId, out: values.out }
  return { act, config, emailOrId, reason: values.reason ?? '', by: values.by ?? operatorName(), isSure: values.yes }
}
