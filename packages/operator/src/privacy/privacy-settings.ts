import type { Config } from '@academy/api/config'
import type { Environment } from '../environment.ts'
import { operatorName } from '../operator-name.ts'
import { parseOptions, readApiConfig, requireReason, usageError } from '../read-command.ts'

export type PrivacyCommand = { config: Config; emailOrId: string } & (
  | { action: 'export'; out: string | undefined }
  | { action: 'erase'; reason: string; by: string; isSure: boolean }
)
type Action = PrivacyCommand['action']

export const privacyHelp = (action: Action): string => `
  npx -y pnpm@10 academy account:${action} <email or account id>${
    action === 'export' ? ' [--out file.json]' : ' --reason "why" [--yes] [--by "your name"]'
  }
${action === 'export' ? "\nTo redirect the output into a file, call `npx -y pnpm@10 -s academy ...`: without -s, pnpm's own lines are in the file.\n" : ''}
Settings: those of the API (DATABASE_URL, SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY, STRIPE_SECRET_KEY ...)`

const options = {
  out: { type: 'string' },
  reason: { type: 'string' },
  by: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const

/** Reads the arguments of `account:export` and `account:erase`. Throws a CommandError for missing or invalid ones. */
export function readPrivacyCommand(action: Action, args: string[], env: Environment): PrivacyCommand {
  const help = privacyHelp(action)
  const { values, positionals } = parseOptions(help, { args, options, allowPositionals: true })
  const [emailOrId, ...more] = positionals
  if (emailOrId === undefined || more.length > 0) throw usageError(`account:${action} takes one email address or account id.`, help)
  if (action === 'export') return { action, config: readApiConfig(env, help), emailOrId, out: values.out }
  const reason = requireReason(values.reason, help)
  return { action, config: readApiConfig(env, help), emailOrId, reason, by: operatorName(values.by), isSure: values.yes }
}
