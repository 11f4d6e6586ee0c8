import { writeFile } from 'node:fs/promises'
import { openPrivacyManager, type PrivacyLog } from '@academy/api/manage-privacy'
import { CommandError } from '../command-error.ts'
import type { PrivacyCommand } from './privacy-settings.ts'

/** A logger that prints only warnings and errors. */
const logTo = (say: (line: string) => void): PrivacyLog => ({
  info: () => {},
  warn: (_details, message) => say(`  ! ${message ?? 'something has to be looked at'}`),
  error: (_details, message) => say(`  ! ${message ?? 'something went wrong'}`),
})

/**
 * Exports everything stored about an account, or erases it. `say` prints messages, `print` the export itself.
 * Throws a CommandError if that is impossible.
 */
export async function runPrivacy(command: PrivacyCommand, say: (line: string) => void, print: (text: string) => void): Promise<void> {
  const manager = openPrivacyManager(command.config, logTo(say))
  try {
    const found = await manager.export(command.person)
    if (!found.done) throw new CommandError(found.message)
    const { account, exported } = found
    const name = account.email ?? account.account_id
    if (command.act === 'export') {
      const text = `${JSON.stringify(exported, null, 2)}\n`
      if (command.out === undefined) return print(text)
      await writeFile(command.out, text, { mode: 0o600 })
      return say(`Everything held about ${name} is in ${command.out}. Send it to its owner alone.`)
    }
    if (!command.isSure) {
      const counts = Object.entries(exported.records).flatMap(([table, rows]) => (rows.length > 0 ? [`  ${table}: ${rows.length}`] : []))
      throw new CommandError(`This would erase ${name} for good. Held are:\n${counts.join('\n')}\nRepeat the command with --yes to do it.`)
    }
    const outcome = await manager.erase(account.account_id, command)
    if (!outcome.done) throw new CommandError(outcome.message)
    say(`${name} was erased. Kept are what was paid, without a name, and the invoices at Stripe; the audit log says who did it, and why.`)
  } finally {
    await manager.close()
  }
}
