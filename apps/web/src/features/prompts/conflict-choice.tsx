import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { ArrowLeft } from '../../ui/icons.ts'
import { TextArea } from '../../ui/text-area.tsx'
import type { OwnPrompt } from './own-prompt.ts'
import { FIELD_LABELS, PROMPT_FIELDS, type PromptField, type PromptTexts, textsOf } from './prompt-texts.ts'

type ConflictChoiceProps = {
  mine: PromptTexts
  theirs: OwnPrompt
  onKeepMine: () => void
  onTakeTheirs: () => void
  /** Back to the form, to put the two together by hand. */
  onBack: () => void
}

/** The prompt was saved elsewhere while it was being changed here: shows where the two differ, and asks which one stays. */
export function ConflictChoice({ mine, theirs, onKeepMine, onTakeTheirs, onBack }: ConflictChoiceProps) {
  const other = textsOf(theirs)
  const differing = PROMPT_FIELDS.filter((field) => mine[field] !== other[field])
  return (
    <div className="flex flex-col gap-6">
      <Alert tone="danger" title="Failed to update prompt">
        It was changed in another tab or on another device{whenChanged(theirs)}. Nothing is lost: choose which version stays.
      </Alert>
      {differing.map((field) => (
        <section key={field} aria-label={FIELD_LABELS[field]}>
          <h3 className="mb-2 text-base">{FIELD_LABELS[field]}</h3>
          <div className="grid gap-3 md:grid-cols-2">
            <Version label="Your version" field={field} text={mine[field]} />
            <Version label="Saved version" field={field} text={other[field]} />
          </div>
        </section>
      ))}
      {differing.length < PROMPT_FIELDS.length && <p className="text-sm text-muted">Everything else is the same in both.</p>}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKeepMine}>Keep my version</Button>
        <Button variant="secondary" onClick={onTakeTheirs}>
          Take the saved version
        </Button>
        <Button variant="ghost" onClick={onBack} className="sm:ml-auto">
          <ArrowLeft aria-hidden="true" />
          Back to the form
        </Button>
      </div>
    </div>
  )
}

const ROWS: Record<PromptField, number> = { title: 2, description: 3, content: 8, code: 6 }

/** A text that is only read, in a box that scrolls by keyboard as well. */
function Version({ label, field, text }: { label: string; field: PromptField; text: string }) {
  const isTyped = field === 'content' || field === 'code'
  return (
    <Field label={label}>
      <TextArea readOnly rows={ROWS[field]} value={text} placeholder="Nothing" className={cx('text-sm', isTyped && 'font-code')} />
    </Field>
  )
}

const whenChanged = ({ version }: OwnPrompt): string =>
  version ? ` (${new Date(version).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })})` : ''
