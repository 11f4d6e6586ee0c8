import type { ContentState } from '@academy/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AdminOnly, AdminOnlyNotice } from '../../account/admin-only.tsx'
import { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RuledList, Section } from '../../ui/section.tsx'
import { contentStateQuery, isRunning } from './content-queries.ts'
import { ContentSkeleton } from './content-skeleton.tsx'
import { CourseReviews } from './course-reviews.tsx'
import { HeldSync } from './held-sync.tsx'
import { LearnerAnswers } from './learner-answers.tsx'
import { PageProblems } from './page-problems.tsx'
import { PromptsToCheck } from './prompts-to-check.tsx'
import { RunList } from './run-list.tsx'
import { SyncPanel } from './sync-panel.tsx'

/** The admin page of the content mirror. */
export default function ContentPage() {
  return (
    <div className="flex flex-col gap-10">
      <PageHeader title="Content" lead="Learners see a synced copy of Notion. Here's what's in it and what failed to sync.">
        <p className="mt-3">
          <Link to={paths.authorGuide()} className="text-link font-semibold">
            Guide for authors
          </Link>
        </p>
      </PageHeader>
      <AdminOnly loading={<ContentSkeleton />}>
        <MirrorStatus />
      </AdminOnly>
    </div>
  )
}

function MirrorStatus() {
  const { data: state, error, isFetching, refetch } = useQuery(contentStateQuery())
  if (!state && error instanceof ApiError && error.status === 403) return <AdminOnlyNotice />
  if (!state && error && !isFetching) {
    return <ErrorState title="We couldn't load the content status" message={error.message} onRetry={() => void refetch()} />
  }
  if (!state) return <ContentSkeleton />
  return (
    <>
      {state.waiting && <HeldSync waiting={state.waiting} isRunning={isRunning(state)} />}
      <MirrorCounts shown={state.shown} />
      <SyncPanel state={state} refreshError={error?.message} />
      <PageProblems refused={state.refused} warnings={state.warnings} hasSynced={state.last_success_at !== null} />
      <LearnerAnswers />
      <CourseReviews />
      <PromptsToCheck />
      <DraftList drafts={state.drafts} />
      <RunList runs={state.runs} configured={state.configured} />
    </>
  )
}

/** The pages that their authors marked as drafts, each with a preview. */
function DraftList({ drafts }: Pick<ContentState, 'drafts'>) {
  if (drafts.length === 0) return null
  return (
    <Section title="Drafts">
      <RuledList>
        {drafts.map(({ page_id, title, database }) => (
          <li key={page_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
            <span className="min-w-0">
              <span className="font-semibold">{title || 'Untitled'}</span> <span className="text-sm text-muted">{database}</span>
            </span>
            <Link to={paths.contentPreview(page_id)} className="text-link py-1 text-sm font-semibold">
              Preview<span className="sr-only"> of {title || 'Untitled'}</span>
            </Link>
          </li>
        ))}
      </RuledList>
    </Section>
  )
}

const kinds = [
  ['courses', 'Courses'],
  ['sessions', 'Sessions'],
  ['tutorials', 'Tutorials'],
  ['resources', 'Resources'],
  ['files', 'Files'],
] as const

/** Counts of published content. */
function MirrorCounts({ shown }: { shown: ContentState['shown'] }) {
  return (
    <Section title="Shown to learners">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 border-y border-rule py-5 sm:grid-cols-5">
        {kinds.map(([kind, label]) => (
          <div key={kind} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-display text-3xl font-bold tabular-nums">{shown[kind].toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      {shown.courses === 0 && (
        <p className="mt-3 max-w-prose text-muted">
          Learners see no course yet. Add one to the Courses database in Notion, or copy the sample course to Notion with{' '}
          <code translate="no">npx -y pnpm@10 academy content:push</code>. Then sync.
        </p>
      )}
    </Section>
  )
}
