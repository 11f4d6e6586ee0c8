import { type PromptField, promptFields } from '@academy/contract/prompt-fields'
import type { AcademyClient, ResponseOf } from '@vibe-coding-academy/client'
import { usageError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { editText } from '../edit-text.ts'
import { TEXT_OPTIONS, textsOfOptions } from '../prompt-texts.ts'

type Prompt = ResponseOf<AcademyClient['prompts']['get']>

/** Returns the texts of a prompt as the body of an update, which replaces all of them. */
const textsOf = (prompt: Prompt) =>
  Object.fromEntries(promptFields.map((field) => [field, prompt[field] ?? null])) as Pick<Prompt, PromptField>

export const promptsEdit: Command = {
  usage: '<id>',
  summary: 'changes one of your own prompts',
  help: 'Without options it opens the content in the editor that VISUAL or EDITOR names. Tags replace all tags of the prompt; --tag "" removes them. The command never overwrites a change that was made elsewhere in the meantime.',
  options: TEXT_OPTIONS,
  args: [1, 1],
  unlockedBy: 'studio',
  async run({ terminal, env, args: [id = ''], values, openSignedIn }) {
    const { client } = await openSignedIn()
    const prompt = await client.prompts.get({ params: { id } })
    const changes = await textsOfOptions(values, terminal)
    const save = async (changed: object) => {
      const body = { ...textsOf(prompt), ...changed }
      const { title } = await client.prompts.update({ params: { id }, query: { updated_at: prompt.updated_at }, body })
      terminal.info(`Changed "${title}".`)
    }
    if (Object.keys(changes).length > 0) return await save(changes)
    if (!terminal.canAsk) throw usageError('Say what to change: --title, --description, --content, --code, --tag or --file.')
    await editText(prompt.content, env, async (content) => {
      // the API leaves out the final line break, which editors add
      if (content.trim() === prompt.content.trim()) return terminal.info('Nothing changed.')
      await save({ content })
    })
  },
}
