import type { PromptInput, PromptVersion, UserPrompt } from '@academy/contract'
import { removeControls, removeMisleading } from '@academy/contract/control-characters'
import { PROMPT_FIELDS, PROMPT_LIMITS, type PromptField, promptFields } from '@academy/contract/prompt-fields'
import { findMisquotedTag, formatTags, parseTags } from '@academy/contract/tag-list'
import { pluralize } from '../../ui/pluralize.ts'

/** The values of the form. An optional text that is not set is empty. `tags` is a list as `formatTags` writes it. */
export type PromptTexts = Record<PromptField | 'tags', string>
/** Validation messages by field. */
export type PromptErrors = Partial<PromptTexts>

const mapFields = <T>(read: (field: PromptField) => T) =>
  Object.fromEntries(promptFields.map((field) => [field, read(field)])) as Record<PromptField, T>

export const emptyTexts: PromptTexts = { ...mapFields(() => ''), tags: '' }

/** Returns the texts for the form, as the API accepts them: earlier ones may have control characters. */
export const toPromptTexts = (prompt: Omit<PromptVersion, 'id' | 'saved_at'>): PromptTexts => ({
  ...mapFields((field) => removeControls(prompt[field] ?? '')),
  tags: formatTags(prompt.tags),
})

/** Returns the same key for prompts with the same texts. */
export const promptKey = ({ title, description, content, code }: Pick<UserPrompt, PromptField>): string =>
  JSON.stringify([title, description, content, code ?? null])

const hasSameTags = (a: string, b: string): boolean => formatTags(parseTags(a)) === formatTags(parseTags(b))

/** Returns the text as the server stores it: required texts are trimmed, and lines have no overrides of their direction. */
const storedText = (field: PromptField, text: string): string => {
  const { multiline, optional } = PROMPT_FIELDS[field]
  return optional ? text : (multiline ? text : removeMisleading(text)).trim()
}

/** Returns the request body. Empty optional texts become null, and tags that are as they were are left out. */
export const toPromptInput = (texts: PromptTexts, saved: PromptTexts = emptyTexts): PromptInput => ({
  ...(mapFields((field) => (texts[field].trim() ? storedText(field, texts[field]) : null)) as PromptInput),
  ...(!hasSameTags(texts.tags, saved.tags) && { tags: parseTags(texts.tags) }),
})

export const hasSameTexts = (a: PromptTexts, b: PromptTexts): boolean =>
  promptFields.every((field) => a[field] === b[field]) && hasSameTags(a.tags, b.tags)

/** Returns errors for blank required fields. */
export function findMissingFields(texts: PromptTexts): PromptErrors {
  const blank = promptFields.filter((field) => !PROMPT_FIELDS[field].optional && !texts[field].trim())
  return Object.fromEntries(blank.map((field) => [field, `${PROMPT_FIELDS[field].label} is required.`]))
}

const roomLeft = (field: PromptField, text: string): number => PROMPT_FIELDS[field].max - storedText(field, text).length

/** Returns errors for fields over their limit. */
export function findTooLongFields(texts: PromptTexts): PromptErrors {
  const over = promptFields.filter((field) => roomLeft(field, texts[field]) < 0)
  const errors = Object.fromEntries(
    over.map((field) => [field, `This is ${pluralize(-roomLeft(field, texts[field]), 'character')} too long.`]),
  )
  const tags = tagsError(texts.tags)
  return tags === undefined ? errors : { ...errors, tags }
}

function tagsError(list: string): string | undefined {
  const misquoted = findMisquotedTag(list)
  if (misquoted) return `Quotation marks enclose a whole tag: “${misquoted}”. Close them, or leave them out.`
  const tags = parseTags(list)
  const long = tags.find((tag) => tag.length > PROMPT_LIMITS.tag)
  if (long) return `A tag has at most ${PROMPT_LIMITS.tag} characters: “${long}”.`
  return tags.length > PROMPT_LIMITS.tags ? `A prompt has at most ${PROMPT_LIMITS.tags} tags.` : undefined
}

/** Returns the remaining length once a field is four fifths full. */
export function remainingText(field: PromptField, text: string): string | undefined {
  const left = roomLeft(field, text)
  return left >= 0 && left <= PROMPT_FIELDS[field].max / 5 ? `${pluralize(left, 'character')} left` : undefined
}
