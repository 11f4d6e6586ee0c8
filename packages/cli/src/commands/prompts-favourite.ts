import type { Command } from '../command.ts'

export const promptsFavourite: Command = {
  usage: '<id>',
  summary: 'marks one of your own prompts as a favourite',
  options: { remove: { type: 'boolean', help: 'remove the mark' } },
  args: [1, 1],
  unlockedBy: 'studio',
  async run({ terminal, args: [id = ''], values, openSignedIn }) {
    const { client } = await openSignedIn()
    const favourite = values.remove !== true
    const { title } = await client.prompts.favourite({ params: { id }, body: { favourite } })
    terminal.info(favourite ? `"${title}" is a favourite.` : `"${title}" is no longer a favourite.`)
  },
}
