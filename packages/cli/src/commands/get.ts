import { missingFields, templateFields } from '@academy/contract/prompt-template'
import { readPrompt } from '@academy/mcp/read-prompt'
import { usageError } from '../cli-error.ts'
import { type Command, textsOf } from '../command.ts'
import { fillFields, parseFields } from '../fill-fields.ts'
import { copyText } from '../terminal/copy-text.ts'

export const get: Command = {
  usage: '<id>',
  summary: 'prints a prompt of the Prompt Library, or one of your own, with its fields filled',
  help: 'On a terminal it asks for fields that no --field fills. The id is in the results of `vca search` and `vca prompts list`.',
  options: {
    field: { type: 'string', multiple: true, short: 'f', value: '<name=value>', help: 'fill a field; may be repeated' },
    copy: { type: 'boolean', short: 'c', help: 'copy the prompt instead of printing it' },
    raw: { type: 'boolean', help: 'leave the fields as they are' },
    json: { type: 'boolean', help: 'print id, title, text and fields as JSON; asks for nothing' },
  },
  args: [1, 1],
  unlockedBy: 'studio',
  async run({ terminal, env, args: [id = ''], values, openSignedIn }) {
    if (values.json && values.copy) throw usageError('Use either --json or --copy.')
    const { title, template } = await readPrompt((await openSignedIn()).client, id)
    const fieldValues = parseFields(template, textsOf(values, 'field'))
    const asking = values.json ? { ...terminal, canAsk: false, info: () => {} } : terminal
    const text = values.raw ? template : await fillFields(template, fieldValues, asking)
    if (values.json)
      return terminal.printJson({ id, title, text, fields: templateFields(template), missing: missingFields(template, fieldValues) })
    if (!values.copy) return terminal.print(terminal.text(text))
    await copyText(text, env)
    terminal.info(`Copied "${title}".`)
  },
}
