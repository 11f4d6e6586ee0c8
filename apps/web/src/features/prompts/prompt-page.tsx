import type { UserPrompt } from '@academy/contract'
import { promptFields } from '@academy/contract/prompt-fields'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Navigate, useParams } from 'react-router'
import { FeatureGate } from '../../account/feature-gate.tsx'
import { lacksEntitlement } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { CopyBlock, PlainTextBlock } from '../../ui/copy-block.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FilledTextBlock, FillInBlock } from '../../ui/fill-in-block.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { LoadingHeading, Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { useTabParam } from '../../ui/use-tab-param.ts'
import { FIELD_VIEWS, type PromptTab } from './field-views.ts'
import { PromptActions } from './prompt-actions.tsx'
import { PromptDate, PromptTagList } from './prompt-facts.tsx'
import { PromptOrigin } from './prompt-origin.tsx'
import { cachedPrompts, promptQuery, removePromptFromCache } from './prompt-queries.ts'
import { isNotFound } from './use-prompt-mutations.ts'

/** The page of a prompt. Users without my_prompts are redirected to the list, with the pricing dialog. */
export default function PromptPage() {
  const { promptId } = useParams()
  if (!promptId) return <Navigate to={paths.myPrompts()} replace />
  return (
    <FeatureGate feature="my_prompts" redirectTo={paths.myPrompts()} loading={<PromptSkeleton />}>
      <PromptLoader key={promptId} id={promptId} />
    </FeatureGate>
  )
}

function PromptLoader({ id }: { id: string }) {
  const client = useQueryClient()
  const query = promptQuery(id)
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    placeholderData: () => cachedPrompts(client)?.find((prompt) => prompt.id === id),
  })
  const failure = isFetching ? null : error

  const report = useEffectEvent((reason: Error) => {
    if (isNotFound(reason)) {
      toast.error({ title: 'Prompt not found' })
      void removePromptFromCache(client, id)
    } else if (!data && !lacksEntitlement(reason)) toast.error({ title: 'Failed to load prompt details', description: reason.message })
  })
  useEffect(() => {
    if (failure) report(failure)
  }, [failure])

  if (failure && isNotFound(failure)) return <Navigate to={paths.myPrompts()} replace />
  if (data) return <Prompt prompt={data} />
  if (!failure) return <PromptSkeleton />
  return (
    <ErrorState
      headingLevel={1}
      title="We couldn't load this prompt"
      message={failure.message}
      onRetry={() => void refetch()}
      action={
        <BackLink to={paths.myPrompts()} variant="button">
          Back to My Prompts
        </BackLink>
      }
    />
  )
}

function Prompt({ prompt }: { prompt: UserPrompt }) {
  return (
    <div data-private className="flex flex-col gap-8">
      <header>
        <BackLink to={paths.myPrompts()} variant="link">
          Back to My Prompts
        </BackLink>
        <PageHeading className="mt-3 max-w-[32ch] wrap-anywhere">{prompt.title}</PageHeading>
        <p dir="auto" className="mt-3 max-w-prose text-lg whitespace-pre-line text-muted wrap-anywhere">
          {prompt.description}
        </p>
        <PromptTagList tags={prompt.tags} />
        <PromptDate prompt={prompt} className="mt-3" />
        <PromptOrigin prompt={prompt} />
        <PromptActions prompt={prompt} />
      </header>
      <PromptTabs prompt={prompt} />
    </div>
  )
}

function PromptSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-8">
      <div>
        <Skeleton className="h-6 w-36" />
        <LoadingHeading>Loading prompt...</LoadingHeading>
        <Skeleton className="mt-3 h-10 w-96" />
        <Skeleton className="mt-4 h-7 w-full max-w-prose" />
        <Skeleton className="mt-3 h-5 w-32" />
      </div>
      <div>
        <Skeleton className="h-11 w-full max-w-prose" />
        <Skeleton className="mt-8 h-80 w-full rounded-lg" />
      </div>
    </div>
  )
}

/** The tabs of a prompt, each with a copy button. */
function PromptTabs({ prompt }: { prompt: UserPrompt }) {
  const tabs = promptFields.flatMap((field) => {
    const { tab } = FIELD_VIEWS[field]
    return tab ? { value: tab.value, label: tab.label, content: <TabContent {...tab} text={prompt[field]} /> } : []
  })
  const { tab, selectTab } = useTabParam(tabs[0]?.value ?? '')
  return <Tabs label="Parts of this prompt" value={tab} onChange={selectTab} tabs={tabs} />
}

type TabContentProps = PromptTab & { text: string | null | undefined }

function TabContent({ label, ...part }: TabContentProps) {
  return (
    <>
      <h2 className="sr-only">{label}</h2>
      <TabText {...part} />
    </>
  )
}

function TabText({ title, copy, empty, hasFields, text }: Omit<TabContentProps, 'label'>) {
  if (!text) return <EmptyState title={empty}>Choose Edit to add some.</EmptyState>
  if (hasFields)
    return (
      <FillInBlock title={title} prompt={text} copyLabel={copy.label}>
        {(values) => <FilledTextBlock text={text} values={values} />}
      </FillInBlock>
    )
  return (
    <CopyBlock title={title} copy={{ ...copy, text: () => text }}>
      <PlainTextBlock text={text} />
    </CopyBlock>
  )
}
