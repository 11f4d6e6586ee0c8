import { useState } from 'react'
import { Gate } from '../../account/gate.tsx'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Plus } from '../../ui/icons.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SteadyLabel } from '../../ui/steady-label.tsx'
import { MyPrompts, type Opened } from './my-prompts.tsx'
import { creating } from './prompt-draft.ts'
import { PromptsSkeleton } from './prompts-skeleton.tsx'

/** Somebody's own prompts. Whoever lacks them stays, with an empty list behind the pricing dialog (PROMPT-11, D-68). */
export default function PromptsPage() {
  const { status } = useAccount()
  const { request } = useFeatureAccess()
  const [opened, setOpened] = useState<Opened | null>(null)
  const create = () => {
    if (request('my_prompts')) setOpened({ draft: creating(), isRestored: false })
  }
  return (
    // Recordings of sessions show of it how it looks, not what it says (D-144).
    <div data-private className="flex flex-col gap-8">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div>
          <PageHeading>My Prompts</PageHeading>
          <p className="mt-3 max-w-prose text-lg text-muted">What worked once, kept where you find it again. Only you see it.</p>
        </div>
        <Button disabled={status === 'loading'} aria-haspopup="dialog" onClick={create}>
          <Plus aria-hidden="true" className={status === 'loading' ? 'invisible' : undefined} />
          <SteadyLabel widest="New Prompt">{status === 'loading' ? 'Loading...' : 'New Prompt'}</SteadyLabel>
        </Button>
      </header>
      <Gate feature="my_prompts" loading={<PromptsSkeleton />} locked={<Locked />}>
        <MyPrompts opened={opened} onOpen={setOpened} />
      </Gate>
    </div>
  )
}

const Locked = () => (
  <EmptyState title="Your own prompts live here">
    My Prompts come with the Vibe Coding Studio. Should you have kept some before, they are still there.
  </EmptyState>
)
