import { currentTutorial } from '@academy/mcp/read-tutorial'
import { type Command, JSON_OPTION } from '../command.ts'
import { courseOf } from '../course.ts'

export const next: Command = {
  summary: 'shows the tutorial to continue with',
  options: JSON_OPTION,
  unlockedBy: 'master_course',
  async run({ terminal, env, values, openSignedIn }) {
    const { client, url: webUrl } = await openSignedIn()
    const { tutorial, done, total } = await currentTutorial({ client, webUrl, courseId: courseOf(env) })
    if (values.json) return terminal.printJson({ tutorial, done, total })
    if (tutorial === null) return terminal.info(`You have done all that you can open: ${done} of ${total} tutorials.`)
    const { print, style, text, isTerminal } = terminal
    if (!isTerminal) return print([tutorial.id, tutorial.name, tutorial.url].join('\t'))
    print(style('bold', tutorial.name))
    print(`${text(tutorial.session)} · ${done} of ${total} tutorials done`)
    print(style('dim', tutorial.url))
    print(style('dim', `vca tutorial ${tutorial.id}`))
  },
}
