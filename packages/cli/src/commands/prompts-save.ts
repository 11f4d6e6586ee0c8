import { type Command, JSON_OPTION } from '../command.ts'
import { TEXT_OPTIONS, textsOfNewPrompt } from '../prompt-texts.ts'

export const promptsSave: Command = {
  summary: 'saves a new prompt of your own',
  help: 'On a terminal it asks for texts that no option gives. {{name}} in the content is a field to fill in.',
  options: { ...TEXT_OPTIONS, ...JSON_OPTION },
  unlockedBy: 'studio',
  async run({ terminal, values, openSignedIn }) {
    const { client, page } = await openSignedIn()
    const { title = '', description = '', content = '', ...more } = await textsOfNewPrompt(values, terminal)
    const saved = await client.prompts.create({ body: { title, description, content, ...more } })
    if (values.json) return terminal.printJson(saved)
    terminal.print(saved.id)
    terminal.info(`Saved: ${page(`/my-prompts/${saved.id}`)}`)
  },
}
