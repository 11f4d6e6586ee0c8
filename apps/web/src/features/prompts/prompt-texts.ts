import type { PromptInput, UserPrompt } from '@academy/contract'
import { PROMPT_FIELDS, type PromptField, promptFields } from '@academy/contract/prompt-fields'
import { pluralize } from '../../ui/pluralize.ts'

/** The values of the form. An optional text that is not set is empty. */
export type PromptTexts = Record<PromptField, string>
/** Validation messages by field. */
export type PromptErrors = Partial<PromptTexts>

const mapFields = <T>(read: (field: PromptField) => T) =>
  Object.fromEntries(promptFields.map((field) => [field, read(field)])) as Record<PromptField, T>

export const emptyTexts: PromptTexts = mapFields(() => '')

export const toPromptTexts = (prompt: UserPrompt): PromptTexts => mapFields((field) => prompt[field] ?? '')

/** Returns the text as the server stores it: required texts are trimmed. */
const storedText = (field: PromptField, text: string): string => (PROMPT_FIELDS[field].optional ? text : text.trim())

/** Returns the request body. Empty optional texts become null (PROMPT-09). */
export const toPromptInput = (texts: PromptTexts) =>
  mapFields((field) => (texts[field].trim() ? storedText(field, texts[field]) : null)) as PromptInput

export const hasSameTexts = (one: PromptTexts, other: PromptTexts): boolean => promptFields.every((field) => one[field] === other[field])

/** Returns errors for blank required fields (PROMPT-08, D-62). */
export function findMissingFields(texts: PromptTexts): PromptErrors {
  const blank = promptFields.filter((field) => !PROMPT_FIELDS[field].optional && !texts[field].trim())
  return Object.fromEntries(blank.map((field) => [field, `${PROMPT_FIELDS[field].label} is required.`]))
}

const roomLeft = (field: PromptField, text: string): number => PROMPT_FIELDS[field].max - storedText(field, text).length

/** Returns errors for fields over their limit. */
export function findTooLongFields(texts: PromptTexts): PromptErrors {
  const over = promptFields.filter((field) => roomLeft(field, texts[field]) < 0)
  return Object.fromEntries(over.map((field) => [field, `This is ${pluralize(-roomLeft(field, texts[field]), 'character')} too long.`]))
}

/** Returns the remaining length once a field is four fifths full. */
export function remainingText(field: PromptField, text: string): string | undefined {
  const left = roomLeft(field, text)
  return left >= 0 && left <= PROMPT_FIELDS[field].max / 5 ? `${pluralize(left, 'character')} left` : undefined
}
