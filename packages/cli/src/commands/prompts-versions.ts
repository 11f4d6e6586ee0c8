import { type Command, JSON_OPTION } from '../command.ts'

export const promptsVersions: Command = {
  usage: '<id>',
  summary: 'lists the earlier versions of a prompt of your own, the newest first',
  help: 'In a pipe each version is a line of id, time and title, separated by tabs. `vca prompts restore` brings one back.',
  options: JSON_OPTION,
  args: [1, 1],
  unlockedBy: 'studio',
  async run({ terminal, args: [id = ''], values, openSignedIn }) {
    const { client } = await openSignedIn()
    const versions = await client.prompts.versions({ params: { id } })
    if (values.json) return terminal.printJson(versions)
    if (versions.length === 0) terminal.info('There are no earlier versions: the prompt was not changed yet.')
    for (const version of versions) {
      terminal.print(
        terminal.isTerminal
          ? `${terminal.style('dim', version.id)}  ${new Date(version.saved_at).toLocaleString()}  ${terminal.text(version.title)}`
          : `${version.id}\t${version.saved_at}\t${version.title}`,
      )
    }
  },
}
