import { writeFile } from 'node:fs/promises'
import type { Config } from '@academy/api/config'
import { HttpError, openPrivacyManager, type PrivacyLog } from '@academy/api/manage-privacy'
import { CommandError } from '../command-error.ts'
import type { Environment } from '../environment.ts'
import { explainDatabaseError } from '../explain-database-error.ts'
import { operatorName } from '../operator-name.ts'
import { parseOptions, readApiConfig, requireReason, usageError } from '../read-command.ts'
import { explainStripe } from '../stripe-setup/run-stripe-setup.ts'

type PrivacyCommand = { config: Config; emailOrId: string } & (
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

/** Creates a logger that prints only warnings and errors. */
export const createLog = (say: (line: string) => void): PrivacyLog => ({
  info: () => {},
  warn: (_details, message) => say(`  ! ${message ?? 'a warning without a message'}`),
  error: (_details, message) => say(`  ! ${message ?? 'an error without a message'}`),
})

/** Returns the error of a service as a CommandError that says what to do; other errors unchanged. */
export function explainPrivacyError(error: unknown, { auth, stripe, directDatabaseUrl }: Config): unknown {
  if (error instanceof HttpError)
    return new CommandError(`Supabase Auth at ${auth.url} does not respond, or refuses the key. Nothing was changed. Try again.`)
  return explainStripe(error, stripe?.baseUrl ?? '') ?? explainDatabaseError(error, directDatabaseUrl)
}

/**
 * Exports everything stored about an account, or erases it. `say` prints messages, `print` the export itself.
 * Throws a CommandError if that is impossible.
 */
export async function runPrivacy(command: PrivacyCommand, say: (line: string) => void, print: (text: string) => void): Promise<void> {
  const manager = openPrivacyManager(command.config, createLog(say))
  try {
    const found = await manager.export(command.emailOrId)
    if (!found.done) throw new CommandError(found.message)
    const { account, exported } = found
    const name = account.email ?? account.account_id
    if (command.action === 'export') {
      const text = `${JSON.stringify(exported, null, 2)}\n`
      if (command.out === undefined) return print(text)
      await writeFile(command.out, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new CommandError(`${command.out} already exists. Choose another name.`) : error
      })
      return say(`All data about ${name} is in ${command.out}. Send it only to the owner of the account.`)
    }
    if (!command.isSure) {
      const counts = Object.entries(exported.records).flatMap(([table, rows]) => (rows.length > 0 ? [`  ${table}: ${rows.length}`] : []))
      throw new CommandError(
        `This would erase ${name} permanently. The academy stores:\n${counts.join('\n')}\nRepeat the command with --yes to erase it.`,
      )
    }
    const outcome = await manager.erase(account.account_id, command)
    if (!outcome.done) throw new CommandError(outcome.message)
    say(`${name} was erased. The academy keeps payments without a name, and Stripe the invoices; the audit log has operator and reason.`)
  } catch (error) {
    throw explainPrivacyError(error, command.config)
  } finally {
    await manager.close()
  }
}
