import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '@academy/api/config'
import { Problem } from '../local/problem.ts'
import { whoeverTypes } from '../local/whoever-types.ts'
import { localApiSettings } from './local-api-settings.ts'

export type PrivacyCommand = { config: Config; person: string } & (
  | { act: 'export'; out: string | undefined }
  | { act: 'erase'; reason: string; by: string; isSure: boolean }
)
type Act = PrivacyCommand['act']

const help = (act: Act): string => `
  npx -y pnpm@10 run account:${act} <e-mail or account id>${
    act === 'export' ? ' [--out file.json]' : ' --reason "why" --yes [--by "your name"]'
  }

The academy is that of the API's settings in the environment (DATABASE_URL, SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY, STRIPE_SECRET_KEY ...),
or with --local the one that runs on this machine.`

const options = {
  out: { type: 'string' },
  reason: { type: 'string' },
  by: { type: 'string' },
  yes: { type: 'boolean', default: false },
  local: { type: 'boolean', default: false },
} as const

function parsed(act: Act, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n${help(act)}`)
  }
}

function configOf(act: Act, env: Record<string, string | undefined>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) throw new Problem(`${error.message}\n${help(act)}`)
    throw error
  }
}

/** Reads the arguments of `account:export` and `account:erase`. Throws a Problem that says what is missing or wrong. */
export async function readPrivacyCommand(act: Act, args: string[], env: Record<string, string | undefined>): Promise<PrivacyCommand> {
  const { values, positionals } = parsed(act, args)
  const [person, ...more] = positionals
  if (person === undefined || more.length > 0) throw new Problem(`account:${act} takes one e-mail address or account id.\n${help(act)}`)
  if (act === 'erase' && !values.reason?.trim())
    throw new Problem(`--reason is missing: whoever asks later must be able to see why.\n${help(act)}`)
  const config = configOf(act, values.local ? await localApiSettings(env) : env)
  if (act === 'export') return { act, config, person, out: values.out }
  return { act, config, person, reason: values.reason ?? '', by: values.by ?? whoeverTypes(), isSure: values.yes }
}
