import { htmlToText } from '@academy/contract/html-to-text'
import { type FieldValues, fillTemplate, missingFields, templateFields } from '@academy/contract/prompt-template'
import type { AcademyClient } from '@vibe-coding-academy/client'
import { InvalidInputError } from './invalid-input.ts'

export type PromptTemplate = { id: string; title: string; template: string }

/** The id of one of the user's own prompts. Resources of the library have names, such as `estimate-with-ranges`, as ids. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns a prompt of the library, or one of the user's own, by its id. Throws InvalidInputError for a resource without a prompt. */
export async function readPrompt(client: AcademyClient, id: string): Promise<PromptTemplate> {
  if (UUID.test(id)) {
    const { title, content } = await client.prompts.get({ params: { id } })
    return { id, title, template: content }
  }
  const params = { id }
  const [properties, content] = await Promise.all([client.library.properties({ params }), client.library.content({ params })])
  const title = properties.data.properties.Name.title.map(({ plain_text }) => plain_text).join('')
  const { prompt } = content.data
  if (prompt === null) throw new InvalidInputError(`"${title}" has no prompt.`)
  return { id, title, template: htmlToText(prompt.html) }
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
