import type { UserPrompt } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAccount } from '../../account/use-account.ts'
import { lacksEntitlement } from '../../api/api-error.ts'
import { CardGridSkeleton } from '../../ui/card-grid-skeleton.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { toast } from '../../ui/toast.ts'
import { DeletePromptDialog } from './delete-prompt-dialog.tsx'
import { PromptDialog } from './prompt-dialog.tsx'
import { dialogForPrompt, loadPromptDrafts, type OpenDialog } from './prompt-draft.ts'
import { PromptList } from './prompt-list.tsx'
import { promptsQuery } from './prompt-queries.ts'
import { useDeletePrompt } from './use-prompt-mutations.ts'

type MyPromptsProps = { opened: OpenDialog | null; onOpen: (opened: OpenDialog | null) => void }

/** The list of prompts with the edit and the delete dialog. */
export function MyPrompts({ opened, onOpen }: MyPromptsProps) {
  const owner = useAccount().context?.account_id ?? ''
  const [toDelete, setToDelete] = useState<UserPrompt | null>(null)
  const remove = useDeletePrompt()
  const list = useRef<HTMLElement>(null)

  const restore = useEffectEvent(() => {
    const [draft] = loadPromptDrafts(owner)
    if (draft) onOpen({ draft, isRestored: true })
  })
  useEffect(() => restore(), [])

  const deleteNow = (prompt: UserPrompt) => {
    // The card disappears with the focus, so the list takes the focus. The dialog closes first: it makes the page inert.
    flushSync(() => setToDelete(null))
    list.current?.focus()
    remove.mutate(prompt)
  }

  return (
    <>
      <section ref={list} tabIndex={-1} aria-label="Your prompts" className="outline-none">
        <PromptListLoader
          onCreate={() => onOpen(dialogForPrompt(owner))}
          onEdit={(prompt) => onOpen(dialogForPrompt(owner, prompt))}
          onDelete={setToDelete}
        />
      </section>
      {opened && (
        <PromptDialog key={owner} start={opened.draft} isRestored={opened.isRestored} owner={owner} onClose={() => onOpen(null)} />
      )}
      {toDelete && <DeletePromptDialog prompt={toDelete} onConfirm={() => deleteNow(toDelete)} onClose={() => setToDelete(null)} />}
    </>
  )
}

type PromptListLoaderProps = { onCreate: () => void; onEdit: (prompt: UserPrompt) => void; onDelete: (prompt: UserPrompt) => void }

function PromptListLoader(actions: PromptListLoaderProps) {
  const { data: prompts, error, isFetching, refetch } = useQuery(promptsQuery())
  const failure = !prompts && !isFetching ? error : null

  useEffect(() => {
    // For a missing entitlement the pricing dialog opens instead.
    if (failure && !lacksEntitlement(failure)) toast.error({ title: 'Failed to load prompts', description: failure.message })
  }, [failure])

  if (prompts) return <PromptList prompts={prompts} {...actions} />
  if (!failure) return <CardGridSkeleton label="Loading prompts..." cards={3} />
  return <ErrorState title="We couldn't load your prompts" message={failure.message} onRetry={() => void refetch()} />
}
