import type { FormEvent, Ref } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { PromptFields } from './prompt-fields.tsx'
import type { PromptErrors, PromptTexts } from './prompt-texts.ts'

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
    <form ref={ref} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {isRestored && !onSaveAsNew && <Alert>We restored your draft. It isn't saved yet.</Alert>}
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
          It was deleted in another tab or on another device. Your text is still here.
        </Alert>
      )}
      <PromptFields texts={texts} problems={problems} readOnly={isSaving} onChange={onChange} />
      {/* Left-aligned, because toasts cover the right. */}
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
