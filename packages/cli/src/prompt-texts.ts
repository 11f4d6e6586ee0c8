import { readFile } from 'node:fs/promises'
import { PROMPT_FIELDS, type PromptField, promptFields } from '@academy/contract/prompt-fields'
import { CliError, usageError } from './cli-error.ts'
import { textOf, textsOf, type Values } from './command.ts'
import type { Terminal } from './terminal/terminal.ts'

type Texts = { [Field in PromptField]?: string } & { tags?: string[] }

/** An option for each text of a prompt. */
export const TEXT_OPTIONS = {
  ...Object.fromEntries(
    promptFields.map((field) => [
      field,
      { type: 'string' as const, value: '<text>', help: `the ${PROMPT_FIELDS[field].label.toLowerCase()}` },
    ]),
  ),
  tag: { type: 'string' as const, multiple: true, value: '<tag>', help: 'a tag, which may contain commas; may be repeated' },
  file: { type: 'string' as const, value: '<path>', help: 'read the prompt content from a file; - is standard input' },
} as const

/** Returns the texts and tags of the options. */
export async function textsOfOptions(values: Values, terminal: Terminal): Promise<Texts> {
  const texts = Object.fromEntries(
    promptFields.flatMap((field) => {
      const text = textOf(values, field)
      return text === undefined ? [] : [[field, text]]
    }),
  ) as Texts
  const tags = textsOf(values, 'tag')
  if (tags.length > 0) texts.tags = tags.filter((tag) => tag.trim() !== '')
  const file = textOf(values, 'file')
  if (file === undefined) return texts
  if (texts.content !== undefined) throw usageError('Use either --content or --file.')
  return { ...texts, content: file === '-' ? await terminal.readInput() : await read(file) }
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CliError(`Could not read ${file}.`, undefined, { cause: error })
  }
}

/** Returns the texts and tags of a new prompt. Asks for the required texts that no option gives. */
export async function textsOfNewPrompt(values: Values, terminal: Terminal): Promise<Texts> {
  const missing = promptFields.filter(
    (field) => !PROMPT_FIELDS[field].optional && values[field] === undefined && !(field === 'content' && values.file !== undefined),
  )
  // Standard input cannot answer questions once its end was read.
  const canAsk = terminal.canAsk && values.file !== '-'
  if (missing.length > 0 && !canAsk) throw usageError(`--${missing[0]} is missing.`)
  const texts = await textsOfOptions(values, terminal)
  for (const field of missing) texts[field] = await terminal.ask(`${PROMPT_FIELDS[field].label}: `)
  return texts
}
