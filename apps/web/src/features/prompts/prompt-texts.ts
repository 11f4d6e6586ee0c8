import type { PromptInput } from '@academy/contract'
import { PROMPT_LIMITS } from '@academy/contract/prompt-limits'
import type { OwnPrompt } from './own-prompt.ts'

/** What the form holds. */
export type PromptTexts = Record<'title' | 'description' | 'content' | 'code', string>
export type PromptField = keyof PromptTexts
/** Why a field cannot be saved as it is. */
export type PromptProblems = Partial<Record<PromptField, string>>

export const PROMPT_FIELDS = ['title', 'description', 'content', 'code'] as const satisfies readonly PromptField[]

export const FIELD_LABELS: Record<PromptField, string> = {
  title: 'Title',
  description: 'Description',
  content: 'Prompt Content',
  code: 'Code Sample',
}

export const noTexts: PromptTexts = { title: '', description: '', content: '', code: '' }

export const textsOf = ({ title, description, content, code }: OwnPrompt): PromptTexts => ({
  title,
  description,
  content,
  code: code ?? '',
})

/** What is sent: an empty code sample is none (PROMPT-09). */
export const inputOf = ({ title, description, content, code }: PromptTexts): PromptInput => ({
  title: title.trim(),
  description: description.trim(),
  content: content.trim(),
  code: code.trim() ? code : null,
})

export const isSame = (one: PromptTexts, other: PromptTexts): boolean => PROMPT_FIELDS.every((field) => one[field] === other[field])

/** The required ones that are blank (PROMPT-08, D-62). */
export function missingIn(texts: PromptTexts): PromptProblems {
  const blank = PROMPT_FIELDS.filter((field) => field !== 'code' && !texts[field].trim())
  return Object.fromEntries(blank.map((field) => [field, `${FIELD_LABELS[field]} is required.`]))
}

const characters = (count: number): string => `${count.toLocaleString('en')} character${count === 1 ? '' : 's'}`

/** The server measures without the space around a text; code it takes as it is. */
const lengthOf = (field: PromptField, text: string): number => (field === 'code' ? text : text.trim()).length

/** What does not fit any more, each with how much too long it is. */
export function tooLongIn(texts: PromptTexts): PromptProblems {
  const over = PROMPT_FIELDS.map((field) => [field, lengthOf(field, texts[field]) - PROMPT_LIMITS[field]] as const).filter(
    ([, excess]) => excess > 0,
  )
  return Object.fromEntries(over.map(([field, excess]) => [field, `This is ${characters(excess)} too long.`]))
}

/** Said from four fifths on: how much more fits. */
export function roomIn(field: PromptField, text: string): string | undefined {
  const left = PROMPT_LIMITS[field] - lengthOf(field, text)
  return left >= 0 && left <= PROMPT_LIMITS[field] / 5 ? `${characters(left)} left` : undefined
}
