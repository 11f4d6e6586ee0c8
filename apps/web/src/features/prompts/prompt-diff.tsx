import { PROMPT_FIELDS, promptFields } from '@academy/contract/prompt-fields'
import { type Change, diffWordsWithSpace } from 'diff'
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

/** The time limit of a comparison. Two long, very different texts could take minutes. */
const MAX_MS = 500

/** Shows the differences between two texts: removed words are struck through, added ones underlined. Load it lazily. */
function TextDiff({ before, after }: { before: string; after: string }) {
  return (
    <div
      dir="auto"
      translate="no"
      className="rounded-md border border-rule bg-code p-4 font-code text-sm whitespace-pre-wrap wrap-anywhere"
    >
      {compare(before, after).map(({ value, added, removed }, index) => {
        // The parts have no ids, and their order never changes.
        if (added) {
          return (
            <ins key={index} className="bg-positive-soft text-positive">
              {value}
            </ins>
          )
        }
        if (removed) {
          return (
            <del key={index} className="bg-danger-soft text-danger">
              {value}
            </del>
          )
        }
        return value
      })}
    </div>
  )
}

type Part = Pick<Change, 'value' | 'added' | 'removed'>

const compare = (before: string, after: string): Part[] =>
  diffWordsWithSpace(before, after, { timeout: MAX_MS }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
