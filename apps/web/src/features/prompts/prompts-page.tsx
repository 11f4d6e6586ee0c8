import { useState } from 'react'
import { FeatureGate } from '../../account/feature-gate.tsx'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { Button } from '../../ui/button.tsx'
import { CardGridSkeleton } from '../../ui/card-grid-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FixedWidthLabel } from '../../ui/fixed-width-label.tsx'
import { Plus } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { MyPrompts } from './my-prompts.tsx'
import { dialogForPrompt, type OpenDialog } from './prompt-draft.ts'

/** My Prompts. Users without the entitlement stay on the page behind the pricing dialog. */
export default function PromptsPage() {
  const { status, context } = useAccount()
  const { request } = useFeatureAccess()
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const create = () => {
    if (request('my_prompts')) setOpened(dialogForPrompt(context?.account_id ?? ''))
  }
  return (
    <div data-private className="flex flex-col gap-8">
      <PageHeader
        title="My Prompts"
        lead="Save the prompts that work and find them again fast. Only you can see them, unless you share one with your team."
        action={
          <Button disabled={status === 'loading'} aria-haspopup="dialog" onClick={create}>
            <Plus aria-hidden="true" className={status === 'loading' ? 'invisible' : undefined} />
            <FixedWidthLabel widest="New Prompt">{status === 'loading' ? 'Loading...' : 'New Prompt'}</FixedWidthLabel>
          </Button>
        }
      />
      <FeatureGate feature="my_prompts" loading={<CardGridSkeleton label="Loading prompts..." cards={3} />} locked={<Locked />}>
        <MyPrompts opened={opened} onOpen={setOpened} />
      </FeatureGate>
    </div>
  )
}

const Locked = () => (
  <EmptyState title="Your own prompts live here">
    My Prompts is part of the Studio. Any prompts you saved earlier are safe and come back when you resubscribe.
  </EmptyState>
)
