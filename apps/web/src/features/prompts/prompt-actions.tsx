import type { UserPrompt } from '@academy/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { History, Pencil, Trash2 } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { DeletePromptDialog } from './delete-prompt-dialog.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { PromptDialog } from './prompt-dialog.tsx'
import { dialogForPrompt, type OpenDialog } from './prompt-draft.ts'
import { useDeletePrompt } from './use-prompt-mutations.ts'

const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.tsx')).VersionsDialog)

/** What can be done with a prompt on its page. Every action checks my_prompts first. */
export function PromptActions({ prompt }: { prompt: UserPrompt }) {
  const owner = useAccount().context?.account_id ?? ''
  const { request } = useFeatureAccess()
  const navigate = useNavigate()
  const remove = useDeletePrompt()
  const [edited, setEdited] = useState<OpenDialog | null>(null)
  const [isComparing, setComparing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)

  const restore = useEffectEvent(() => {
    const dialog = dialogForPrompt(owner, prompt)
    if (dialog.isRestored) setEdited(dialog)
  })
  useEffect(() => restore(), [])

  const deleteNow = async () => {
    // First, because the page of a prompt that is gone would say that it was not found.
    await navigate(paths.myPrompts(), { replace: true })
    remove.mutate(prompt)
  }

  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => request('my_prompts') && setEdited(dialogForPrompt(owner, prompt))}
      >
        <Pencil aria-hidden="true" />
        Edit
      </Button>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => request('my_prompts') && setDeleting(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => request('my_prompts') && setComparing(true)}>
        <History aria-hidden="true" />
        Versions
      </Button>
      <FavouriteButton prompt={prompt} />
      {isComparing && <VersionsDialog prompt={prompt} onClose={() => setComparing(false)} />}
      {edited && (
        <PromptDialog key={owner} start={edited.draft} isRestored={edited.isRestored} owner={owner} onClose={() => setEdited(null)} />
      )}
      {isDeleting && <DeletePromptDialog prompt={prompt} onConfirm={() => void deleteNow()} onClose={() => setDeleting(false)} />}
    </div>
  )
}
