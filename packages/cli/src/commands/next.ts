import { type Command, JSON_OPTION } from '../command.ts'
import { courseOf, findTutorial } from '../course.ts'

export const next: Command = {
  summary: 'shows the tutorial to continue with',
  options: JSON_OPTION,
  unlockedBy: 'master_course',
  async run({ terminal, env, values, academy }) {
    const opened = await academy()
    const courseId = courseOf(env)
    const { continue_with, done, total } = await opened.client.learning.progress({ params: { courseId } })
    const tutorial = continue_with === null ? undefined : await findTutorial(opened, courseId, continue_with)
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
