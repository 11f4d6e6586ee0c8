import { factsChecked, markdownParts } from '@academy/contract/tutorial-markdown'
import { type AcademyClient, AcademyError, type ResponseOf } from '@vibe-coding-academy/client'
import { CliError } from '../cli-error.ts'
import { type Academy, type Command, JSON_OPTION } from '../command.ts'
import { isYes, type Terminal } from '../terminal/terminal.ts'

type Content = ResponseOf<AcademyClient['courses']['tutorialContent']>['data']

const GUARANTEE = 'Opening this tutorial starts the course and ends your money-back guarantee.'

/** Reads a tutorial. Asks for confirmation if that would end the buyer's guarantee. */
async function read({ client }: Academy, tutorialId: string, mayStart: boolean, terminal: Terminal): Promise<Content> {
  const load = (start: boolean) => client.courses.tutorialContent({ params: { tutorialId }, query: { start: start ? 'true' : 'false' } })
  try {
    return (await load(mayStart)).data
  } catch (error) {
    if (!(error instanceof AcademyError) || error.code !== 'guarantee_open') throw error
    if (!terminal.canAsk) throw new CliError(`${GUARANTEE} Add --start to open it.`, undefined, { cause: error })
    if (!isYes(await terminal.ask(`${GUARANTEE} Open it? [y/N] `))) throw new CliError('Not opened.', undefined, { cause: error })
    return (await load(true)).data
  }
}

export const tutorial: Command = {
  usage: '<id>',
  summary: 'prints a tutorial of the course as Markdown',
  help: 'The id is in the results of `vca search` and `vca next`.',
  options: { start: { type: 'boolean', help: 'open it although that ends an open money-back guarantee' }, ...JSON_OPTION },
  args: [1, 1],
  unlockedBy: 'master_course',
  async run({ terminal, args: [id = ''], values, openSignedIn }) {
    const content = await read(await openSignedIn(), id, values.start === true, terminal)
    if (values.json) return terminal.printJson(content)
    const { print, style, text } = terminal
    print(style('bold', `# ${content.tutorial_name}`))
    for (const sentence of factsChecked(content)) print(`\n${sentence}`)
    for (const { heading, markdown } of markdownParts(content)) {
      print()
      if (heading) print(`${style('bold', `## ${heading}`)}\n`)
      print(text(markdown))
    }
  },
}
