import { isEmptyHtml } from '@academy/contract/html-to-text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { FeatureGate } from '../../account/feature-gate.tsx'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Card } from '../../ui/card.tsx'
import { ContentHtml } from '../../ui/content-html.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RefetchOnce } from '../../ui/refetch-once.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Loading, LoadingHeading, Skeleton } from '../../ui/skeleton.tsx'
import { PASSED_MEANS, TryCounts } from '../../ui/try-counts.tsx'
import { UtcDay } from '../../ui/utc-day.tsx'
import type { LibraryEntry } from './library-entry.ts'
import { libraryQuery, prerequisiteQuery } from './library-queries.ts'
import { PromptVote } from './prompt-vote.tsx'
import { RelatedResources } from './related-resources.tsx'
import { ResourceTabs } from './resource-tabs.tsx'
import { ResourceTags } from './resource-tags.tsx'

/** The page of a resource, for users with the library. */
export default function ResourcePage() {
  return (
    <FeatureGate feature="resources" redirectTo={paths.resources()} loading={<ResourceSkeleton />}>
      <ListedResource />
    </FeatureGate>
  )
}

/** Shows the resource if the library lists it, otherwise redirects to the library. */
function ListedResource() {
  const { resourceId = '' } = useParams()
  const client = useQueryClient()
  const refetch = async () => (await client.fetchQuery({ ...libraryQuery(), staleTime: 0 })).some(({ id }) => id === resourceId)
  const errorTitle = 'Error loading resource'
  const loading = <ResourceSkeleton />
  const back = (
    <BackLink to={paths.resources()} variant="button">
      Back to Resources
    </BackLink>
  )
  return (
    <QueryView query={useQuery(libraryQuery())} loading={loading} errorTitle={errorTitle} action={back} headingLevel={1}>
      {(entries) => {
        const entry = entries.find(({ id }) => id === resourceId)
        if (entry) return <Resource key={entry.id} entry={entry} />
        return (
          <RefetchOnce
            key={resourceId}
            refetch={refetch}
            to={paths.resources()}
            loading={loading}
            renderError={(message, retry) => (
              <ErrorState headingLevel={1} title={errorTitle} message={message} onRetry={retry} action={back} />
            )}
          />
        )
      }}
    </QueryView>
  )
}

function Resource({ entry }: { entry: LibraryEntry }) {
  return (
    <div className="flex flex-col gap-8">
      <header>
        <BackLink to={paths.resources()} variant="link">
          Back to Resources
        </BackLink>
        <PageHeading className="mt-3 max-w-[24ch] sm:max-w-[32ch]">{entry.title}</PageHeading>
        {entry.description && <p className="mt-3 max-w-prose text-lg text-muted">{entry.description}</p>}
        <div className="mt-4">
          <ResourceTags entry={entry} />
        </div>
        {entry.useWhen && <p className="mt-3 max-w-prose text-sm text-muted">Use when {entry.useWhen}</p>}
        <TriedNote tried={entry.tried} />
      </header>
      {/* On wide screens prerequisite and related resources stand beside the prompts. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_18rem] xl:grid-rows-[auto_1fr]">
        <Prerequisite id={entry.id} className="xl:col-start-2" />
        <div className="xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <ResourceTabs id={entry.id} />
          <PromptVote key={entry.id} id={entry.id} />
        </div>
        <RelatedResources id={entry.id} className="xl:col-start-2" />
      </div>
    </div>
  )
}

/** Says with which tool and when the author last tried a resource, and how often answers had its form if that was counted. */
const TriedNote = ({ tried }: Pick<LibraryEntry, 'tried'>) => (
  <div className="mt-3 max-w-prose text-sm text-muted">
    {!tried && <p>Not tried with a tool yet</p>}
    {tried && tried.result?.day !== tried.on && (
      <p>
        Tried with {tried.with} on <UtcDay day={tried.on} />
      </p>
    )}
    {tried?.result && (
      <p className="tabular-nums wrap-anywhere">
        <TryCounts result={tried.result} /> {PASSED_MEANS}
      </p>
    )}
  </div>
)

function ResourceSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-8">
      <div>
        <Skeleton className="h-6 w-36" />
        <LoadingHeading>Loading resource...</LoadingHeading>
        <Skeleton className="mt-3 h-10 w-96" />
        <Skeleton className="mt-4 h-7 w-full max-w-prose" />
        <Skeleton className="mt-4 h-6 w-24" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <Skeleton className="h-40 rounded-lg xl:order-last" />
        <div>
          <Skeleton className="h-11 w-full max-w-prose" />
          <Skeleton className="mt-8 h-96 w-full rounded-lg" />
        </div>
      </div>
    </div>
  )
}

/** The Prerequisite box. Renders nothing when the author left it empty. */
function Prerequisite({ id, className }: { id: string; className: string }) {
  const { data: html, error, isFetching, refetch } = useQuery(prerequisiteQuery(id))
  const failed = error && html === undefined && !isFetching
  if (html !== undefined && isEmptyHtml(html)) return null
  return (
    <section aria-labelledby="prerequisite" className={className}>
      <Card className="border-l-4 border-l-accent">
        <h2 id="prerequisite" className="text-lg">
          Prerequisite
        </h2>
        <div className="mt-2">
          {html !== undefined && <ContentHtml html={html} className="prose-small" />}
          {failed && (
            <div role="alert" className="flex flex-col items-start gap-3 text-sm">
              <p>We couldn't load the prerequisite.</p>
              <RetryButton onRetry={() => void refetch()} />
            </div>
          )}
          {html === undefined && !failed && (
            <Loading label="Loading prerequisite..." className="flex flex-col gap-3 py-1" blocks={['h-4 w-full', 'h-4 w-4/5']} />
          )}
        </div>
      </Card>
    </section>
  )
}
