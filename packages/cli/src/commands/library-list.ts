import { foldText } from '@academy/contract/fold-text'
import { formatTags } from '@academy/contract/tag-list'
import { type Command, JSON_OPTION, textOf } from '../command.ts'

const joinText = (segments: { plain_text: string }[]): string => segments.map(({ plain_text }) => plain_text).join('')

export const libraryList: Command = {
  summary: 'lists the resources of the Prompt Library',
  help: 'In a pipe each resource is a line of id, title and categories, separated by tabs. `vca get` prints the prompt of one.',
  options: { category: { type: 'string', value: '<category>', help: 'only those of this category' }, ...JSON_OPTION },
  unlockedBy: 'studio',
  async run({ terminal, values, openSignedIn }) {
    const { client } = await openSignedIn()
    const category = foldText(textOf(values, 'category') ?? '').trim()
    const { results } = (await client.library.list()).data
    const resources = results
      .map(({ id, properties: { Name, Description, Tag } }) => ({
        id,
        title: joinText(Name.title),
        description: joinText(Description.rich_text),
        categories: Tag.multi_select.map(({ name }) => name),
      }))
      .filter(({ categories }) => category === '' || categories.some((name) => foldText(name) === category))
    if (values.json) return terminal.printJson(resources)
    if (resources.length === 0) terminal.info('Nothing found.')
    const { print, style, text, isTerminal } = terminal
    for (const { id, title, categories } of resources) {
      if (isTerminal) print(`${style('dim', id)}  ${text(title)}  ${style('dim', formatTags(categories))}`)
      else print([id, title, formatTags(categories)].join('\t'))
    }
  },
}
