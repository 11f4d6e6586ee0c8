import type { UserPrompt } from '@academy/contract'
import { PROMPT_FIELDS, type PromptField, promptFields } from '@academy/contract/prompt-fields'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { ArrowLeft } from '../../ui/icons.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { FIELD_VIEWS } from './field-views.ts'
import { type PromptTexts, toPromptTexts } from './prompt-texts.ts'

type ConflictResolverProps = {
  mine: PromptTexts
  theirs: UserPrompt
  onKeepMine: () => void
  onTakeTheirs: () => void
  /** Returns to the form, to merge the versions by hand. */
  onBack: () => void
}

/** Shows the differing fields of the user's version and the version saved elsewhere, and asks which one to keep. */
export function ConflictResolver({ mine, theirs, onKeepMine, onTakeTheirs, onBack }: ConflictResolverProps) {
  const other = toPromptTexts(theirs)
  const differing = promptFields.filter((field) => mine[field] !== other[field])
  return (
    <div className="flex flex-col gap-6">
      <Alert tone="danger" title="Failed to update prompt">
        It was changed in another tab or on another device{whenChanged(theirs)}. Nothing is lost: choose which version stays.
      </Alert>
      {differing.map((field) => (
        <section key={field} aria-label={PROMPT_FIELDS[field].label}>
          <h3 className="mb-2 text-base">{PROMPT_FIELDS[field].label}</h3>
          <div className="grid gap-3 md:grid-cols-2">
            <Version label="Your version" field={field} text={mine[field]} />
            <Version label="Saved version" field={field} text={other[field]} />
          </div>
        </section>
      ))}
      {mine.tags !== other.tags && (
        <section aria-label="Tags">
          <h3 className="mb-2 text-base">Tags</h3>
          <p className="text-sm">Your version: {mine.tags || 'none'}</p>
          <p className="text-sm">Saved version: {other.tags || 'none'}</p>
        </section>
      )}
      {differing.length < promptFields.length && <p className="text-sm text-muted">Everything else is the same in both.</p>}
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

/** Read-only text in a textarea, which scrolls by keyboard. */
function Version({ label, field, text }: { label: string; field: PromptField; text: string }) {
  const { rows, isCode } = FIELD_VIEWS[field]
  return (
    <Field label={label}>
      <TextArea readOnly rows={Math.max(2, rows)} value={text} placeholder="Nothing" className={cx(isCode && 'font-code')} />
    </Field>
  )
}

const whenChanged = ({ updated_at }: UserPrompt): string =>
  updated_at ? ` (${formatDate(updated_at, { dateStyle: 'medium', timeStyle: 'short' })})` : ''
