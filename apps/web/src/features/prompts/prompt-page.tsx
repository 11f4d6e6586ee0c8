import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Navigate, useParams } from 'react-router'
import { Gate } from '../../account/gate.tsx'
import { useAccount } from '../../account/use-account.ts'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { toast } from '../../ui/toast.ts'
import { BackToPrompts } from './back-to-prompts.tsx'
import type { OwnPrompt } from './own-prompt.ts'
import { PromptDate } from './prompt-date.tsx'
import { forgetPrompt, knownPrompts, promptQuery } from './prompt-queries.ts'
import { PromptSkeleton } from './prompt-skeleton.tsx'
import { PromptTabs } from './prompt-tabs.tsx'
import { isGone } from './use-prompt-mutations.ts'

/** One of somebody's own prompts (PROMPT-18). Whoever lacks My Prompts meets the pricing dialog on the list (D-68). */
export default function PromptPage() {
  const { promptId } = useParams()
  if (!promptId) return <Navigate to={paths.myPrompts()} replace />
  return (
    <Gate feature="my_prompts" redirectTo={paths.myPrompts()} loading={<PromptSkeleton />}>
      <LoadedPrompt key={promptId} id={promptId} />
    </Gate>
  )
}

function LoadedPrompt({ id }: { id: string }) {
  const client = useQueryClient()
  const { reload } = useAccount()
  const query = promptQuery(id)
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    placeholderData: () => knownPrompts(client)?.find((prompt) => prompt.id === id),
  })
  const failure = isFetching ? null : error

  const report = useEffectEvent((reason: Error) => {
    if (isGone(reason)) {
      toast.error({ title: 'Prompt not found' })
      void forgetPrompt(client, id)
    } else if (!data) toast.error({ title: 'Failed to load prompt details', description: reason.message })
  })
  useEffect(() => {
    if (failure) report(failure)
  }, [failure])

  if (failure && isGone(failure)) return <Navigate to={paths.myPrompts()} replace />
  if (data) return <Prompt prompt={data} />
  if (!failure) return <PromptSkeleton />
  const retry = () => {
    if (failure instanceof ApiError && failure.code === 'entitlement_required') void reload()
    void refetch()
  }
  return (
    <ErrorState
      headingLevel={1}
      title="This prompt is not here"
      message={failure.message}
      onRetry={retry}
      action={<BackToPrompts look="button" />}
    />
  )
}

function Prompt({ prompt }: { prompt: OwnPrompt }) {
  return (
    // Recordings of sessions show of it how it looks, not what it says (D-144).
    <div data-private className="flex flex-col gap-8">
      <header>
        <BackToPrompts look="line" />
        <PageHeading className="mt-3 max-w-[32ch] [overflow-wrap:anywhere]">{prompt.title}</PageHeading>
        <p className="mt-3 max-w-prose text-lg whitespace-pre-line text-muted [overflow-wrap:anywhere]">{prompt.description}</p>
        <PromptDate prompt={prompt} className="mt-3" />
      </header>
      <PromptTabs prompt={prompt} />
    </div>
  )
}
