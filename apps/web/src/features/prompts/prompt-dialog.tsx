import type { UserPrompt } from '@academy/contract'
import { promptFields } from '@academy/contract/prompt-fields'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useFocusOnChange } from '../../ui/use-focus-on-change.ts'
import { ConflictResolver } from './conflict-resolver.tsx'
import { type PromptDraft, removePromptDraft, savedTexts, savePromptDraft } from './prompt-draft.ts'
import { PromptForm } from './prompt-form.tsx'
import { findMissingFields, findTooLongFields, hasSameTexts, type PromptErrors, toPromptTexts } from './prompt-texts.ts'
import { useCreatePrompt, useUpdatePrompt } from './use-prompt-mutations.ts'

const REQUIRED = 'Please fill in all required fields: Title, Description, and Prompt Content'

type PromptDialogProps = {
  /** The initial draft: empty, from a prompt, or restored. */
  start: PromptDraft
  isRestored: boolean
  /** Account id under which the draft is saved. */
  owner: string
  onClose: () => void
}

/** Creates or edits a prompt. Asks before it discards unsaved changes. */
export function PromptDialog({ start, isRestored, owner, onClose }: PromptDialogProps) {
  const [{ editing, texts, newId }, setDraft] = useState(start)
  const [missing, setMissing] = useState<PromptErrors>({})
  const [theirs, setTheirs] = useState<UserPrompt | null>(null)
  const [isDeleted, setDeleted] = useState(false)
  const [isConfirmingDiscard, setConfirmingDiscard] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const content = useFocusOnChange(theirs ? 'choice' : isDeleted ? 'gone' : 'form')

  const close = () => {
    removePromptDraft(owner, editing)
    onClose()
  }
  const create = useCreatePrompt({ id: newId, onSaved: close })
  const update = useUpdatePrompt({ onSaved: close, onConflict: setTheirs, onDeleted: () => setDeleted(true) })
  const isSaving = create.isPending || update.isPending
  const isDirty = !hasSameTexts(texts, savedTexts(editing))

  useEffect(() => {
    if (isDirty) savePromptDraft(owner, { editing, texts, newId })
    else removePromptDraft(owner, editing)
  }, [owner, editing, texts, newId, isDirty])

  const tooLong = findTooLongFields(texts)

  /** Validates the texts. Shows the errors and focuses the first invalid field. */
  const canSave = (): boolean => {
    const blank = findMissingFields(texts)
    setMissing(blank)
    const first = [...promptFields, 'tags' as const].find((field) => blank[field] ?? tooLong[field])
    if (!first) return true
    if (Object.keys(blank).length > 0) toast.error({ title: REQUIRED })
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return false
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave()) return
    if (editing.mode === 'create') create.mutate(texts)
    else update.mutate({ id: editing.id, texts, base: editing.base, version: editing.version })
  }

  /** Saves the texts of a deleted prompt. Until then the draft stays under its id, apart from the draft of another new prompt. */
  const saveAsNew = () => {
    if (canSave()) create.mutate(texts)
  }

  const keepMine = (other: UserPrompt) => {
    if (editing.mode !== 'edit') return
    setTheirs(null)
    const saved = { base: toPromptTexts(other), version: other.updated_at }
    setDraft({ editing: { ...editing, ...saved }, texts, newId })
    update.mutate({ id: editing.id, texts, ...saved })
  }

  const formTitle = editing.mode === 'create' ? 'New Prompt' : 'Edit Prompt'
  return (
    <>
      <Dialog
        size="lg"
        title={theirs ? 'Two versions of this prompt' : formTitle}
        dismissable={!isSaving}
        onClose={() => (isDirty ? setConfirmingDiscard(true) : close())}
      >
        <div ref={content} className="outline-none">
          {theirs ? (
            <ConflictResolver
              mine={texts}
              theirs={theirs}
              onKeepMine={() => keepMine(theirs)}
              onTakeTheirs={close}
              onBack={() => setTheirs(null)}
            />
          ) : (
            <PromptForm
              ref={form}
              mode={editing.mode}
              texts={texts}
              problems={{ ...tooLong, ...missing }}
              isRestored={isRestored}
              isSaving={isSaving}
              onSaveAsNew={isDeleted ? saveAsNew : undefined}
              onChange={(next) => {
                setDraft({ editing, texts: next, newId })
                setMissing({})
              }}
              onSubmit={submit}
              onCancel={() => (isDirty ? setConfirmingDiscard(true) : close())}
            />
          )}
        </div>
      </Dialog>
      {isConfirmingDiscard && (
        <AlertDialog
          title="Discard your changes?"
          description={`${texts.title.trim() ? `“${texts.title.trim()}”` : 'This prompt'} has unsaved changes.`}
          confirm="Discard"
          cancel="Keep writing"
          onConfirm={close}
          onClose={() => setConfirmingDiscard(false)}
        />
      )}
    </>
  )
}
