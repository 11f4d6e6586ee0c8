import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import type { OwnPrompt } from './own-prompt.ts'
import { baseOf, dropPromptDraft, keepPromptDraft, type PromptDraft } from './prompt-draft.ts'
import { PromptForm } from './prompt-form.tsx'
import { isSame, missingIn, PROMPT_FIELDS, type PromptProblems, tooLongIn } from './prompt-texts.ts'
import { useCreatePrompt, useUpdatePrompt } from './use-prompt-mutations.ts'

const REQUIRED = 'Please fill in all required fields: Title, Description, and Prompt Content'

type PromptDialogProps = {
  /** What it opens with: nothing, a prompt, or what was being written when the page or the session was lost. */
  start: PromptDraft
  isRestored: boolean
  /** Whose draft is kept. */
  owner: string
  onClose: () => void
}

/** Creates or changes a prompt (PROMPT-02, PROMPT-06). Nothing that was written is lost without being asked for. */
export function PromptDialog({ start, isRestored, owner, onClose }: PromptDialogProps) {
  const [{ editing, texts }, setDraft] = useState(start)
  const [missing, setMissing] = useState<PromptProblems>({})
  const [theirs, setTheirs] = useState<OwnPrompt | null>(null)
  const [isGone, setGone] = useState(false)
  const [asksToDiscard, setAsksToDiscard] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const content = useFocusKept(theirs ? 'choice' : isGone ? 'gone' : 'form')

  const close = () => {
    dropPromptDraft()
    onClose()
  }
  const create = useCreatePrompt({ onSaved: close })
  const update = useUpdatePrompt({ onSaved: close, onOutdated: setTheirs, onGone: () => setGone(true) })
  const isSaving = create.isPending || update.isPending
  const isDirty = !isSame(texts, baseOf(editing))

  useEffect(() => {
    if (isDirty) keepPromptDraft(owner, { editing, texts })
    else dropPromptDraft()
  }, [owner, editing, texts, isDirty])

  const tooLong = tooLongIn(texts)

  /** Whether the texts can be saved; if not, says why and leads to the first of those that cannot. */
  const canSave = (): boolean => {
    const blank = missingIn(texts)
    setMissing(blank)
    const first = PROMPT_FIELDS.find((field) => blank[field] ?? tooLong[field])
    if (!first) return true
    if (Object.keys(blank).length > 0) toast.error({ title: REQUIRED })
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return false
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canSave()) return
    if (editing.mode === 'create') create.mutate(texts)
    else update.mutate({ id: editing.id, texts, version: editing.version })
  }

  const saveAsNew = () => {
    if (!canSave()) return
    setGone(false)
    setDraft({ editing: { mode: 'create' }, texts })
    create.mutate(texts)
  }

  const keepMine = (other: OwnPrompt) => {
    if (editing.mode !== 'edit') return
    setTheirs(null)
    setDraft({ editing: { ...editing, version: other.version }, texts })
    update.mutate({ id: editing.id, texts, version: other.version })
  }

  return (
    <>
      <Dialog
        open
        size="lg"
        title={theirs ? 'Two versions of this prompt' : editing.mode === 'create' ? 'New Prompt' : 'Edit Prompt'}
        dismissable={!isSaving}
        onClose={() => (isDirty ? setAsksToDiscard(true) : close())}
      >
        <div ref={content} tabIndex={-1} className="outline-none">
          {theirs ? (
            <ConflictChoice
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
              onSaveAsNew={isGone ? saveAsNew : undefined}
              onChange={(next) => {
                setDraft({ editing, texts: next })
                setMissing({})
              }}
              onSubmit={submit}
              onCancel={() => (isDirty ? setAsksToDiscard(true) : close())}
            />
          )}
        </div>
      </Dialog>
      {asksToDiscard && (
        <AlertDialog
          title="Discard what you wrote?"
          description={`${texts.title.trim() ? `“${texts.title.trim()}”` : 'This prompt'} has changes that are not saved.`}
          confirm="Discard"
          cancel="Keep writing"
          onConfirm={close}
          onCancel={() => setAsksToDiscard(false)}
        />
      )}
    </>
  )
}

/** Takes the focus when what is shown changes by itself: the button that had it is gone, and without it keyboards start anew. */
function useFocusKept(view: 'form' | 'choice' | 'gone') {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef(view)
  useEffect(() => {
    if (before.current !== view) content.current?.focus()
    before.current = view
  }, [view])
  return content
}
