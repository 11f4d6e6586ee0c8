import { htmlToText } from '@academy/contract/html-to-text'
import { type FieldValues, fillTemplate, missingFields, templateFields } from '@academy/contract/prompt-template'
import type { AcademyClient } from '@vibe-coding-academy/client'
import { InvalidInputError } from './invalid-input.ts'

export type PromptTemplate = { id: string; title: string; template: string }

/** The id of one of the user's own prompts. Resources of the library have names, such as `estimate-with-ranges`, as ids. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const joinText = (texts: readonly { plain_text: string }[]): string => texts.map(({ plain_text }) => plain_text).join('')

/** Loads a resource of the library with its parts. Throws InvalidInputError for one without a prompt. */
export async function readResource(client: AcademyClient, id: string) {
  const params = { id }
  const [{ data: item }, { data: parts }] = await Promise.all([client.library.properties({ params }), client.library.content({ params })])
  const title = joinText(item.properties.Name.title)
  const { prompt } = parts
  if (prompt === null) throw new InvalidInputError(`"${title}" has no prompt.`)
  const description = joinText(item.properties.Description.rich_text)
  return { title, description, use_when: item.use_when, parts: { ...parts, prompt } }
}

/** Returns a prompt of the library, or one of the user's own, by its id. Throws InvalidInputError for a resource without a prompt. */
export async function readPrompt(client: AcademyClient, id: string): Promise<PromptTemplate> {
  if (UUID.test(id)) {
    const { title, content } = await client.prompts.get({ params: { id } })
    return { id, title, template: content }
  }
  const { title, parts } = await readResource(client, id)
  return { id, title, template: htmlToText(parts.prompt.html) }
}

/** Fills the fields of a prompt. Throws InvalidInputError for the value of a field that the prompt does not have. */
export function fillPrompt({ template }: PromptTemplate, values: FieldValues) {
  const fields = templateFields(template)
  const unknown = Object.keys(values).filter((name) => !fields.includes(name))
  if (unknown.length > 0) {
    const fieldList = fields.length === 0 ? 'It has no fields.' : `It has: ${fields.join(', ')}.`
    throw new InvalidInputError(`This prompt has no field "${unknown[0]}". ${fieldList}`)
  }
  return { text: fillTemplate(template, values), fields, missing: missingFields(template, values) }
}
