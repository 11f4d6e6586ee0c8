import { removeControls } from '@academy/contract/control-characters'
import { PROMPT_FIELDS, promptFields } from '@academy/contract/prompt-fields'
import type { FormEvent, Ref } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Field, TextInput } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { FIELD_VIEWS } from './field-views.ts'
import { type PromptErrors, type PromptTexts, remainingText } from './prompt-texts.ts'

type PromptFormProps = {
  ref: Ref<HTMLFormElement>
  mode: 'create' | 'edit'
  texts: PromptTexts
  problems: PromptErrors
  /** The texts come from a restored draft. */
  isRestored: boolean
  isSaving: boolean
  /** Set when the prompt was deleted elsewhere: saves the texts as a new prompt. */
  onSaveAsNew: (() => void) | undefined
  onChange: (texts: PromptTexts) => void
  onSubmit: (event: FormEvent) => void
  onCancel: () => void
}

const saveLabels = { create: 'Create Prompt', edit: 'Save changes' }

/** The form in the dialog, with notices about restored and deleted prompts. */
export function PromptForm({
  ref,
  mode,
  texts,
  problems,
  isRestored,
  isSaving,
  onSaveAsNew,
  onChange,
  onSubmit,
  onCancel,
}: PromptFormProps) {
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={onSubmit}
      className="flex flex-col gap-5 max-sm:[&_:is(input,textarea)]:scroll-mb-[var(--toasts-height,0px)]"
    >
      {isRestored && !onSaveAsNew && <Alert>We restored your draft. It isn't saved yet.</Alert>}
      {onSaveAsNew && (
        <Alert
          tone="danger"
          title="Failed to update prompt"
          action={
            <Button size="sm" pending={isSaving} onClick={onSaveAsNew}>
              {isSaving ? 'Saving...' : 'Save as a new prompt'}
            </Button>
          }
        >
          It was deleted in another tab or on another device. Your text is still here.
        </Alert>
      )}
      <PromptFields texts={texts} problems={problems} readOnly={isSaving} onChange={onChange} />
      {/* Left-aligned, because toasts cover the right, and on phones the whole width. Stays in view while the fields scroll. */}
      <div className="sticky bottom-0 short:static z-10 -mx-6 -mb-6 flex flex-wrap gap-3 border-t border-rule bg-surface px-6 pt-4 pb-[calc(1rem+var(--toasts-height,0px))] sm:-mx-8 sm:-mb-8 sm:px-8 sm:pb-4">
        {!onSaveAsNew && (
          <Button type="submit" pending={isSaving}>
            {isSaving ? 'Saving...' : saveLabels[mode]}
          </Button>
        )}
        <Button variant="secondary" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type PromptFieldsProps = {
  texts: PromptTexts
  problems: PromptErrors
  /** Set while saving: the dialog closes afterwards and would lose new input. */
  readOnly: boolean
  onChange: (texts: PromptTexts) => void
}

const TAGS_HINT = 'Separated by commas, for example: SQL, Review. A tag with a comma needs quotation marks: "Plan, then build"'

/** The fields of a prompt. Near its limit a field shows the remaining length; too long texts are kept and marked. */
function PromptFields({ texts, problems, readOnly, onChange }: PromptFieldsProps) {
  const fields = promptFields.map((name) => {
    const { label, optional, multiline } = PROMPT_FIELDS[name]
    const { rows, placeholder, isCode, spellCheck } = FIELD_VIEWS[name]
    const control = {
      name,
      placeholder,
      'aria-required': !optional,
      value: texts[name],
      readOnly,
      onChange: (event: { target: { value: string } }) => onChange({ ...texts, [name]: removeControls(event.target.value) }),
    }
    return (
      <Field key={name} label={optional ? `${label} (optional)` : label} hint={remainingText(name, texts[name])} error={problems[name]}>
        {multiline ? (
          <TextArea
            rows={rows}
            dir={name === 'code' ? 'ltr' : 'auto'}
            spellCheck={spellCheck}
            className={cx(isCode && 'font-code')}
            {...control}
          />
        ) : (
          <TextInput autoComplete="off" {...control} />
        )}
      </Field>
    )
  })
  return (
    <>
      {fields}
      <Field label="Tags (optional)" hint={TAGS_HINT} error={problems.tags}>
        <TextInput
          name="tags"
          autoComplete="off"
          value={texts.tags}
          readOnly={readOnly}
          onChange={({ target }) => onChange({ ...texts, tags: target.value })}
        />
      </Field>
    </>
  )
}
