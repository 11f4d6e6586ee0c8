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
  tag: { type: 'string' as const, multiple: true, value: '<tag>', help: 'a tag; may be repeated' },
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

/** Asks for the required texts that are missing. */
export async function askForTexts(texts: Texts, terminal: Terminal): Promise<Texts> {
  const complete = { ...texts }
  for (const field of promptFields) {
    const { optional, label } = PROMPT_FIELDS[field]
    if (optional || complete[field] !== undefined) continue
    if (!terminal.canAsk) throw usageError(`--${field} is missing.`)
    complete[field] = await terminal.ask(`${label}: `)
  }
  return complete
}
