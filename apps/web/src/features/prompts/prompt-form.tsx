import type { FormEvent, Ref } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { PromptFields } from './prompt-fields.tsx'
import type { PromptProblems, PromptTexts } from './prompt-texts.ts'

type PromptFormProps = {
  ref: Ref<HTMLFormElement>
  mode: 'create' | 'edit'
  texts: PromptTexts
  problems: PromptProblems
  /** The texts were written before the page or the session was lost. */
  isRestored: boolean
  isSaving: boolean
  /** There when the prompt was deleted elsewhere meanwhile: the texts can still become a new one. */
  onSaveAsNew: (() => void) | undefined
  onChange: (texts: PromptTexts) => void
  onSubmit: (event: FormEvent) => void
  onCancel: () => void
}

const saveLabels = { create: 'Create Prompt', edit: 'Save Changes' }

/** The form inside of the dialog, with what has to be said about the texts in it. */
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
    <form ref={ref} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {isRestored && !onSaveAsNew && <Alert>This is what you were writing before. It is not saved yet.</Alert>}
      {onSaveAsNew && (
        <Alert
          tone="danger"
          title="Failed to update prompt"
          action={
            <Button size="sm" onClick={onSaveAsNew}>
              Save as a new prompt
            </Button>
          }
        >
          It was deleted in another tab or on another device. What you wrote is still here.
        </Alert>
      )}
      <PromptFields texts={texts} problems={problems} readOnly={isSaving} onChange={onChange} />
      {/* From the left: messages come up on the right. */}
      <div className="flex flex-wrap gap-3">
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
