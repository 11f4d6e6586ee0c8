import { CliError } from '../cli-error.ts'
import type { Command } from '../command.ts'

export const promptsRestore: Command = {
  usage: '<id> [version]',
  summary: 'restores an earlier version of one of your prompts',
  help: 'Without a version, restores the one before the last change. The current text becomes a version too. Never overwrites a change made elsewhere meanwhile.',
  args: [1, 2],
  unlockedBy: 'studio',
  async run({ terminal, args: [id = '', requestedId], openSignedIn }) {
    const { client } = await openSignedIn()
    const { updated_at } = await client.prompts.get({ params: { id } })
    const versionId = requestedId ?? (await client.prompts.versions({ params: { id } }))[0]?.id
    if (versionId === undefined) throw new CliError('There are no earlier versions: the prompt was not changed yet.')
    const { id: _version, saved_at, ...texts } = await client.prompts.version({ params: { id, versionId } })
    const { title } = await client.prompts.update({ params: { id }, query: { updated_at }, body: texts })
    terminal.info(`Restored "${title}" as it was on ${new Date(saved_at).toLocaleString()}.`)
  },
}
