import { loadProgress } from '@academy/mcp/read-tutorial'
import { usageError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { courseOf } from '../course.ts'

export const done: Command = {
  usage: '[id]',
  summary: 'marks a tutorial as done: the one that `vca next` shows, or another',
  options: { undo: { type: 'boolean', help: 'mark it as not done; needs the id' } },
  args: [0, 1],
  unlockedBy: 'master_course',
  async run({ terminal, env, args: [id], values, openSignedIn }) {
    const { client, url: webUrl } = await openSignedIn()
    const options = { client, webUrl, courseId: courseOf(env) }
    if (values.undo && id === undefined) throw usageError('Name the tutorial to mark as not done.')
    // Also with an id: a token that cannot read the progress must not change it either.
    const { continue_with } = await loadProgress(options, id)
    const tutorialId = id ?? continue_with
    if (tutorialId === null) return terminal.info('Nothing is left to do.')
    await client.learning.saveProgress({ params: { tutorialId }, body: { at: new Date().toISOString(), done: !values.undo } })
    const progress = await loadProgress(options, tutorialId)
    terminal.info(`${values.undo ? 'Not done' : 'Done'}: ${tutorialId}. ${progress.done} of ${progress.total} tutorials are done.`)
    if (!values.undo && progress.continue_with !== null) terminal.info(`Next: vca tutorial ${progress.continue_with}`)
  },
}
