import { foldText } from '@academy/contract/fold-text'
import { formatTags } from '@academy/contract/tag-list'
import { type Command, JSON_OPTION, textOf } from '../command.ts'

export const promptsList: Command = {
  summary: 'lists your own prompts, the newest first',
  help: 'In a pipe each prompt is a line of id and title, separated by a tab.',
  options: {
    tag: { type: 'string', value: '<tag>', help: 'only those with this tag' },
    favourite: { type: 'boolean', help: 'only your favourites' },
    ...JSON_OPTION,
  },
  unlockedBy: 'studio',
  async run({ terminal, values, openSignedIn }) {
    const { client } = await openSignedIn()
    const wanted = textOf(values, 'tag')
    const tag = wanted === undefined ? undefined : foldText(wanted).trim()
    const all = values.json ? await client.prompts.list() : await client.prompts.summaries()
    const prompts = all.filter(
      ({ tags, favourite }) =>
        (tag === undefined || tags.some((name) => foldText(name) === tag)) && (values.favourite !== true || favourite),
    )
    if (values.json) return terminal.printJson(prompts)
    if (all.length === 0) terminal.info('You have no prompts yet. `vca prompts save` saves one.')
    else if (prompts.length === 0) terminal.info('No prompt has this tag or mark.')
    for (const { id, title, tags, favourite } of prompts) {
      if (!terminal.isTerminal) terminal.print(`${id}\t${title}`)
      else {
        const marks = terminal.text(formatTags([...(favourite ? ['favourite'] : []), ...tags]))
        terminal.print(`${terminal.style('dim', id)}  ${terminal.text(title)}${marks && terminal.style('dim', `  ${marks}`)}`)
      }
    }
  },
}
