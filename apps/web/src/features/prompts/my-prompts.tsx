import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAccount } from '../../account/use-account.ts'
import { ApiError } from '../../api/api-error.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { toast } from '../../ui/toast.ts'
import type { OwnPrompt } from './own-prompt.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import { editingOf, keptPromptDraft, type PromptDraft } from './prompt-draft.ts'
import { PromptList } from './prompt-list.tsx'
import { promptsQuery } from './prompt-queries.ts'
import { PromptsSkeleton } from './prompts-skeleton.tsx'
import { useDeletePrompt } from './use-prompt-mutations.ts'

/** What the dialog shows; `isRestored`: it was being written when the page or the session was lost. */
export type Opened = { draft: PromptDraft; isRestored: boolean }

type MyPromptsProps = { opened: Opened | null; onOpen: (opened: Opened | null) => void }

/** The list with its two dialogs, for those who have My Prompts. */
export function MyPrompts({ opened, onOpen }: MyPromptsProps) {
  const owner = useAccount().context?.account_id ?? ''
  const [toDelete, setToDelete] = useState<OwnPrompt | null>(null)
  const remove = useDeletePrompt()
  const list = useRef<HTMLElement>(null)

  const restore = useEffectEvent(() => {
    const draft = keptPromptDraft(owner)
    if (draft) onOpen({ draft, isRestored: true })
  })
  useEffect(() => restore(), [])

  const deleteNow = (prompt: OwnPrompt) => {
    // The card that was acted on goes away, and the focus must not go with it; behind a dialog nothing can have it.
    flushSync(() => setToDelete(null))
    list.current?.focus()
    remove.mutate(prompt)
  }

  return (
    <>
      <section ref={list} tabIndex={-1} aria-label="Your prompts" className="outline-none">
        <LoadedList onEdit={(prompt) => onOpen({ draft: editingOf(prompt), isRestored: false })} onDelete={setToDelete} />
      </section>
      {opened && (
        <PromptDialog key={owner} start={opened.draft} isRestored={opened.isRestored} owner={owner} onClose={() => onOpen(null)} />
      )}
      {toDelete && (
        <AlertDialog
          title={`Delete “${toDelete.title}”?`}
          description="It is deleted for good, on all your devices."
          confirm="Delete"
          onConfirm={() => deleteNow(toDelete)}
          onCancel={() => setToDelete(null)}
        />
      )}
    </>
  )
}

type LoadedListProps = { onEdit: (prompt: OwnPrompt) => void; onDelete: (prompt: OwnPrompt) => void }

function LoadedList(actions: LoadedListProps) {
  const { reload } = useAccount()
  const { data: prompts, error, isFetching, refetch } = useQuery(promptsQuery())
  const failure = !prompts && !isFetching ? error : null

  useEffect(() => {
    if (failure) toast.error({ title: 'Failed to load prompts', description: failure.message })
  }, [failure])

  if (prompts) return <PromptList prompts={prompts} {...actions} />
  if (!failure) return <PromptsSkeleton />
  const retry = () => {
    // What this account holds has changed since it was loaded: with the truth the gate does the rest.
    if (failure instanceof ApiError && failure.code === 'entitlement_required') void reload()
    void refetch()
  }
  return <ErrorState title="Your prompts are not here" message={failure.message} onRetry={retry} />
}
