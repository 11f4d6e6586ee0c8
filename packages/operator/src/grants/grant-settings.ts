import { parseArgs } from 'node:util'
import { PACKAGE_NAMES, PACKAGES } from '@academy/catalog'
import { z } from 'zod'
import { CommandError } from '../command-error.ts'
import { readDatabaseSettings } from '../database-settings.ts'
import type { Environment } from '../environment.ts'
import { operatorName } from '../operator-name.ts'

export type GrantCommand = {
  act: 'grant' | 'revoke'
  databaseUrl: string
  /** An email address or an account id. */
  emailOrId: string
  package: string
  reason: string
  by: string
  /** End of the grant; null for none. */
  expires_at: Date | null
}

const DAY_MS = 86_400_000

export const grantHelp = (act: 'grant' | 'revoke'): string => `
  npx -y pnpm@10 academy ${act} <email or account id> <package> --reason "why"${act === 'grant' ? ' [--until 2027-01-31]' : ''} [--by "your name"]

Packages: ${PACKAGES.map((name) => `${name} (${PACKAGE_NAMES[name]})`).join(', ')}
Settings: DATABASE_URL`

const options = {
  reason: { type: 'string' },
  until: { type: 'string' },
  by: { type: 'string' },
} as const

/** Reads the arguments of `grant` and `revoke`. Throws a CommandError for missing or invalid ones. */
export function readGrantCommand(act: 'grant' | 'revoke', args: string[], env: Environment): GrantCommand {
  const { values, positionals } = parseOptions(act, args)
  const [emailOrId, name, ...more] = positionals
  if (emailOrId === undefined || name === undefined || more.length > 0) {
    throw new CommandError(`${act} takes an email address and a package, and the reason after --reason, in quotes.\n${grantHelp(act)}`)
  }
  if (!values.reason?.trim()) throw new CommandError(`--reason is missing: the audit log records why.\n${grantHelp(act)}`)
  if (act === 'revoke' && values.until !== undefined)
    throw new CommandError(`revoke takes effect at once and has no --until.\n${grantHelp(act)}`)
  return {
    act,
    databaseUrl: databaseUrlFrom(act, env),
    emailOrId,
    package: name,
    reason: values.reason,
    by: values.by ?? operatorName(),
    expires_at: values.until === undefined ? null : endOf(values.until),
  }
}

function parseOptions(act: 'grant' | 'revoke', args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${grantHelp(act)}`)
  }
}

function databaseUrlFrom(act: 'grant' | 'revoke', env: Environment): string {
  const { databaseUrl, directDatabaseUrl = databaseUrl } = readDatabaseSettings(env)
  if (directDatabaseUrl === undefined) throw new CommandError(`DATABASE_URL is not set. It names the academy.\n${grantHelp(act)}`)
  return directDatabaseUrl
}

/** Parses the end of a grant: a date means its end in UTC, a time with its zone is exact. */
function endOf(until: string): Date {
  if (z.iso.date().safeParse(until).success) return new Date(Date.parse(until) + DAY_MS)
  if (z.iso.datetime({ offset: true }).safeParse(until).success) return new Date(until)
  throw new CommandError(`--until must be a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z, not "${until}".`)
}
