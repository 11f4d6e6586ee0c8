import { usageError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { isYes } from '../terminal/terminal.ts'

export const promptsDelete: Command = {
  usage: '<id>',
  summary: 'deletes one of your own prompts, for good',
  options: { yes: { type: 'boolean', short: 'y', help: 'delete it without asking' } },
  args: [1, 1],
  unlockedBy: 'studio',
  async run({ terminal, args: [id = ''], values, openSignedIn }) {
    const { client } = await openSignedIn()
    const { title } = await client.prompts.get({ params: { id } })
    if (!values.yes) {
      if (!terminal.canAsk) throw usageError('Add --yes to delete without asking.')
      if (!isYes(await terminal.ask(`Delete "${title}" for good? [y/N] `))) return terminal.info('Nothing deleted.')
    }
    await client.prompts.remove({ params: { id } })
    terminal.info(`Deleted "${title}".`)
  },
}
