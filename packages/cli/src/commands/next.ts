import { listTutorials } from '@academy/mcp/read-tutorial'
import { type Command, JSON_OPTION } from '../command.ts'
import { courseOf } from '../course.ts'

export const next: Command = {
  summary: 'shows the tutorial to continue with',
  options: JSON_OPTION,
  unlockedBy: 'master_course',
  async run({ terminal, env, values, academy }) {
    const { client, url: webUrl } = await academy()
    const courseId = courseOf(env)
    const { continue_with, done, total } = await client.learning.progress({ params: { courseId } })
    const tutorials = continue_with === null ? [] : await listTutorials({ client, webUrl, courseId })
    const [tutorial] = tutorials.flatMap(({ id, name, url, session }) => (id === continue_with ? [{ id, name, url, session }] : []))
    if (values.json) return terminal.printJson({ tutorial: tutorial ?? null, done, total })
    if (tutorial === undefined) return terminal.remark(`You have done all that you can open: ${done} of ${total} tutorials.`)
    const { print, style, text, isTerminal } = terminal
    if (!isTerminal) return print([tutorial.id, tutorial.name, tutorial.url].join('\t'))
    print(style('bold', tutorial.name))
    print(`${text(tutorial.session)} · ${done} of ${total} tutorials done`)
    print(style('dim', tutorial.url))
    print(style('dim', `vca tutorial ${tutorial.id}`))
  },
}
