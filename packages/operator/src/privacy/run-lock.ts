import type { Config } from '@academy/api/config'
import { openPrivacyManager } from '@academy/api/manage-privacy'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../environment.ts'
import { operatorName } from '../operator-name.ts'
import { parseOptions, readApiConfig, requireReason, usageError } from '../read-command.ts'
import { createLog, explainPrivacyError } from './run-privacy.ts'

type Action = 'lock' | 'unlock'

type LockCommand = { config: Config; emailOrId: string; isLocked: boolean; reason: string; by: string }

export const lockHelp = (action: Action): string => `
  npx -y pnpm@10 academy account:${action} <email or account id> --reason "why" [--by "your name"]

Settings: those of the API (DATABASE_URL, SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY ...)`

/** Reads the arguments of `account:lock` and `account:unlock`. Throws a CommandError for missing or invalid ones. */
export function readLockCommand(action: Action, args: string[], env: Environment): LockCommand {
  const help = lockHelp(action)
  const options = { reason: { type: 'string' }, by: { type: 'string' } } as const
  const { values, positionals } = parseOptions(help, { args, options, allowPositionals: true })
  const [emailOrId, ...more] = positionals
  if (emailOrId === undefined || more.length > 0) throw usageError(`account:${action} takes one email address or account id.`, help)
  const reason = requireReason(values.reason, help)
  return { config: readApiConfig(env, help), emailOrId, isLocked: action === 'lock', reason, by: operatorName(values.by) }
}

/** Locks an account, or unlocks it. Throws a CommandError if that is impossible. */
export async function runLock({ config, emailOrId, ...order }: LockCommand, say: (line: string) => void): Promise<void> {
  const manager = openPrivacyManager(config, createLog(say))
  try {
    const outcome = await manager.setLocked(emailOrId, order)
    if (!outcome.done) throw new CommandError(outcome.message)
    const name = outcome.account.email ?? outcome.account.account_id
    say(
      order.isLocked
        ? `${name} is locked: it cannot sign in, and its open sessions and access tokens end now. Payments go on until you end them at Stripe.`
        : `${name} is unlocked, with the access tokens and payments of before. The owner signs in again.`,
    )
  } catch (error) {
    throw explainPrivacyError(error, config)
  } finally {
    await manager.close()
  }
}
