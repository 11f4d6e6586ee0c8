import { PROMPT_FIELDS, promptFields } from '@academy/contract/prompt-fields'
import { TextDiff } from '../../ui/text-diff.tsx'
import type { PromptTexts } from './prompt-texts.ts'

const fields = [...promptFields.map((field) => ({ field, label: PROMPT_FIELDS[field].label })), { field: 'tags', label: 'Tags' }] as const

/** The differences between two versions of a prompt, text by text. */
export function PromptDiff({ before, after }: { before: PromptTexts; after: PromptTexts }) {
  const differing = fields.filter(({ field }) => before[field] !== after[field])
  if (differing.length === 0) return <p className="text-muted">Both are the same.</p>
  return differing.map(({ field, label }) => (
    <section key={field} aria-label={label}>
      <h3 className="mb-2 text-base">{label}</h3>
      <TextDiff before={before[field]} after={after[field]} />
    </section>
  ))
}
