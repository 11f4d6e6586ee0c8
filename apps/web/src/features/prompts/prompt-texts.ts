import type { PromptInput } from '@academy/contract'
import { PROMPT_LIMITS } from '@academy/contract/prompt-limits'
import type { SavedPrompt } from './saved-prompt.ts'

export type PromptTexts = Record<'title' | 'description' | 'content' | 'code', string>
export type PromptField = keyof PromptTexts
/** Validation messages by field. */
export type PromptErrors = Partial<Record<PromptField, string>>

export const PROMPT_FIELDS = ['title', 'description', 'content', 'code'] as const satisfies readonly PromptField[]

export const FIELD_LABELS: Record<PromptField, string> = {
  title: 'Title',
  description: 'Description',
  content: 'Prompt Content',
  code: 'Code Sample',
}

export const emptyTexts: PromptTexts = { title: '', description: '', content: '', code: '' }

export const toPromptTexts = ({ title, description, content, code }: SavedPrompt): PromptTexts => ({
  title,
  description,
  content,
  code: code ?? '',
})

/** Returns the request body. An empty code sample becomes null (PROMPT-09). */
export const toPromptInput = ({ title, description, content, code }: PromptTexts): PromptInput => ({
  title: title.trim(),
  description: description.trim(),
  content: content.trim(),
  code: code.trim() ? code : null,
})

export const hasSameTexts = (one: PromptTexts, other: PromptTexts): boolean => PROMPT_FIELDS.every((field) => one[field] === other[field])

/** Returns errors for blank required fields (PROMPT-08, D-62). */
export function findMissingFields(texts: PromptTexts): PromptErrors {
  const blank = PROMPT_FIELDS.filter((field) => field !== 'code' && !texts[field].trim())
  return Object.fromEntries(blank.map((field) => [field, `${FIELD_LABELS[field]} is required.`]))
}

const characters = (count: number): string => `${count.toLocaleString('en')} character${count === 1 ? '' : 's'}`

/** Counts like the server, which trims all fields but the code. */
const lengthOf = (field: PromptField, text: string): number => (field === 'code' ? text : text.trim()).length

/** Returns errors for fields over their limit. */
export function findTooLongFields(texts: PromptTexts): PromptErrors {
  const over = PROMPT_FIELDS.map((field) => [field, lengthOf(field, texts[field]) - PROMPT_LIMITS[field]] as const).filter(
    ([, excess]) => excess > 0,
  )
  return Object.fromEntries(over.map(([field, excess]) => [field, `This is ${characters(excess)} too long.`]))
}

/** Returns the remaining length once a field is four fifths full. */
export function remainingText(field: PromptField, text: string): string | undefined {
  const left = PROMPT_LIMITS[field] - lengthOf(field, text)
  return left >= 0 && left <= PROMPT_LIMITS[field] / 5 ? `${characters(left)} left` : undefined
}
