import { type GrantResult, openGrantManager, type RevokeResult } from '@academy/api/manage-grants'
import { PACKAGE_NAMES, PACKAGE_UNLOCKS, PACKAGES } from '@academy/catalog'
import { z } from 'zod'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../environment.ts'
import { explainDatabaseError } from '../explain-database-error.ts'
import { operatorName } from '../operator-name.ts'
import { parseOptions, readDirectDatabaseUrl, requireReason, usageError } from '../read-command.ts'

export type GrantCommand = {
  action: 'grant' | 'revoke'
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

export const grantHelp = (action: 'grant' | 'revoke'): string => `
  npx -y pnpm@10 academy ${action} <email or account id> <package> --reason "why"${action === 'grant' ? ' [--until 2027-01-31]' : ''} [--by "your name"]

Packages: ${PACKAGES.map((name) => `${name} (${PACKAGE_NAMES[name]})`).join(', ')}
Settings: DATABASE_URL`

const options = { reason: { type: 'string' }, until: { type: 'string' }, by: { type: 'string' } } as const

/** Reads the arguments of `grant` and `revoke`. Throws a CommandError for missing or invalid ones. */
export function readGrantCommand(action: 'grant' | 'revoke', args: string[], env: Environment): GrantCommand {
  const help = grantHelp(action)
  const { values, positionals } = parseOptions(help, { args, options, allowPositionals: true })
  const [emailOrId, name, ...more] = positionals
  if (emailOrId === undefined || name === undefined || more.length > 0)
    throw usageError(`${action} takes an email address or account id, and a package. Put the reason after --reason, in quotes.`, help)
  const reason = requireReason(values.reason, help)
  if (action === 'revoke' && values.until !== undefined) throw usageError('revoke takes effect at once and has no --until.', help)
  return {
    action,
    databaseUrl: readDirectDatabaseUrl(env, help),
    emailOrId,
    package: name,
    reason,
    by: operatorName(values.by),
    expires_at: values.until === undefined ? null : endOf(values.until),
  }
}

/** Parses the end of a grant: a date means its end in UTC, a time with its zone is exact. */
function endOf(until: string): Date {
  if (z.iso.date().safeParse(until).success) return new Date(Date.parse(until) + DAY_MS)
  if (z.iso.datetime({ offset: true }).safeParse(until).success) return new Date(until)
  throw new CommandError(`--until must be a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z, not "${until}".`)
}

type Done<R> = Extract<R, { done: true }>

function grantedText({ account, grant }: Done<GrantResult>): string {
  const until = grant.expires_at ? ` until ${grant.expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ', without an end'
  const unlocks = PACKAGE_UNLOCKS[grant.package].join(', ')
  return `${account.email ?? account.account_id} holds ${PACKAGE_NAMES[grant.package]} now${until}. It unlocks: ${unlocks}.`
}

function revokedText({ account, package: name, grant, purchases, studios }: Done<RevokeResult>): string {
  const sources = [
    grant && 'by grant',
    purchases.length > 0 && 'by a purchase that cost nothing',
    studios.length > 0 && 'by a subscription that cost nothing',
  ].filter(Boolean)
  const hasBundle = purchases.some(({ subscription_id }) => subscription_id !== null)
  const plans = [hasBundle && 'the Studio of the bundle', studios.length > 0 && 'the subscription'].filter(Boolean)
  const cancels = `\nThe running API cancels ${plans.join(' and ')} when it next compares with Stripe (RECONCILE_SECONDS).`
  const holder = `${account.email ?? account.account_id} no longer holds ${PACKAGE_NAMES[name]} ${sources.join(' or ')}.`
  return `${holder} The package unlocked: ${PACKAGE_UNLOCKS[name].join(', ')}.${plans.length > 0 ? cancels : ''}`
}

/** Grants or revokes a package and prints the effect. Throws a CommandError if that is impossible. */
export async function runGrant(command: GrantCommand, say: (line: string) => void): Promise<void> {
  const { action, databaseUrl, emailOrId, ...request } = command
  const manager = openGrantManager(databaseUrl)
  try {
    const outcome = action === 'grant' ? await manager.grant(emailOrId, request) : await manager.revoke(emailOrId, request)
    if (!outcome.done) throw new CommandError(outcome.message)
    say('package' in outcome ? revokedText(outcome) : grantedText(outcome))
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl)
  } finally {
    await manager.close()
  }
}
