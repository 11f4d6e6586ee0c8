import { parseArgs } from 'node:util'
import { PACKAGE_NAMES, PACKAGES } from '@academy/catalog'
import { z } from 'zod'
import { Problem } from '../local/problem.ts'
import { localDatabaseUrl, readSettings } from '../local/settings.ts'
import { whoeverTypes } from '../local/whoever-types.ts'

export type GrantCommand = {
  act: 'grant' | 'revoke'
  databaseUrl: string
  /** An e-mail address, or an account id. */
  person: string
  package: string
  reason: string
  by: string
  /** The first moment at which the grant holds no more; null: it has no end. */
  expires_at: Date | null
}

const DAY_MS = 86_400_000

const help = (act: 'grant' | 'revoke'): string => `
  npx -y pnpm@10 ${act} <e-mail or account id> <package> --reason "why"${act === 'grant' ? ' [--until 2027-01-31]' : ''} [--by "your name"]

Packages: ${PACKAGES.map((name) => `${name} (${PACKAGE_NAMES[name]})`).join(', ')}
The academy is the one of DATABASE_URL, or with --local the one that runs on this machine.`

const options = {
  reason: { type: 'string' },
  until: { type: 'string' },
  by: { type: 'string' },
  local: { type: 'boolean', default: false },
} as const

/** Reads the arguments of `grant` and `revoke`. Throws a Problem that says what is missing or wrong. */
export function readGrantCommand(act: 'grant' | 'revoke', args: string[], env: Record<string, string | undefined>): GrantCommand {
  const { values, positionals } = parsed(act, args)
  const [person, name, ...more] = positionals
  if (person === undefined || name === undefined || more.length > 0) {
    throw new Problem(`${act} takes an e-mail address and a package, and the reason after --reason, in quotes.\n${help(act)}`)
  }
  if (!values.reason?.trim()) throw new Problem(`--reason is missing: whoever asks later must be able to see why.\n${help(act)}`)
  if (act === 'revoke' && values.until !== undefined) throw new Problem(`revoke takes effect at once: it knows no --until.\n${help(act)}`)
  return {
    act,
    databaseUrl: values.local ? localDatabaseUrl(readSettings(env)) : databaseUrlFrom(act, env),
    person,
    package: name,
    reason: values.reason,
    by: values.by ?? whoeverTypes(),
    expires_at: values.until === undefined ? null : endOf(values.until),
  }
}

function parsed(act: 'grant' | 'revoke', args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n${help(act)}`)
  }
}

function databaseUrlFrom(act: 'grant' | 'revoke', env: Record<string, string | undefined>): string {
  const { databaseUrl } = readSettings(env)
  if (databaseUrl === undefined) throw new Problem(`DATABASE_URL is not set: which academy is meant?\n${help(act)}`)
  return databaseUrl
}

/** A day counts to its end, in UTC; a time (with its zone) is taken as it is. */
function endOf(until: string): Date {
  if (z.iso.date().safeParse(until).success) return new Date(Date.parse(until) + DAY_MS)
  if (z.iso.datetime({ offset: true }).safeParse(until).success) return new Date(until)
  throw new Problem(`--until must be a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z, not "${until}".`)
}
