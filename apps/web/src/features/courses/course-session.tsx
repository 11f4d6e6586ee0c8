import type { CourseProgress, SessionSummary } from '@academy/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type TutorialAccess, tutorialAccess } from '../../account/access-rules.ts'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Check, Lock } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadingButton } from '../../ui/loading-button.tsx'
import type { TutorialSummary } from './course-outline.ts'
import { prefetchTutorial } from './course-queries.ts'
import { sessionProgressText, stateOf, useCourseProgress } from './progress/use-progress.ts'
import { formatStudyMinutes } from './study-time.ts'

/** A session with its tutorials in the timeline. A finished session is collapsed. */
export function CourseSession({ courseId, session }: { courseId: string; session: SessionSummary }) {
  const progress = useCourseProgress(courseId)
  const done = session.tutorials.filter(({ id }) => stateOf(progress, id) === 'done').length
  const isFinished = done > 0 && done === session.tutorials.length
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <li className="relative grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 pb-12 last:pb-0 sm:gap-x-6">
      <div aria-hidden="true" className="relative">
        <span className="absolute inset-y-0 left-1/2 -mb-12 w-px bg-rule print:hidden [li:last-child>div>&]:hidden" />
        <span className="relative flex size-10 items-center justify-center rounded-full border-2 border-ink bg-paper font-display font-bold tabular-nums">
          {isFinished ? <Check className="size-5" /> : session.number}
        </span>
      </div>
      <section aria-labelledby={`session-${session.id}`} className="min-w-0 pt-1">
        <h3 id={`session-${session.id}`} className="text-xl">
          {session.name}
        </h3>
        {session.description && <p className="mt-1 max-w-prose text-muted">{session.description}</p>}
        <p className="mt-1 text-sm text-muted tabular-nums">{sessionProgressText(progress, session)}</p>
        {isFinished && (
          <Button variant="ghost" size="sm" className="mt-2 -ml-3" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? 'Hide tutorials' : 'Show tutorials'}
            <span className="sr-only">: {session.name}</span>
          </Button>
        )}
        {session.tutorials.length > 0 && (!isFinished || isExpanded) && (
          <ul className="mt-4 divide-y divide-rule rounded-lg border border-rule bg-surface">
            {session.tutorials.map((tutorial) => (
              <TutorialRow key={tutorial.id} courseId={courseId} sessionId={session.id} tutorial={tutorial} progress={progress} />
            ))}
          </ul>
        )}
      </section>
    </li>
  )
}

const openLabels: Partial<Record<TutorialAccess, string>> = { open: 'View Tutorial', free: 'View for FREE', vip: 'VIP ACCESS' }

type TutorialRowProps = { courseId: string; sessionId: string; tutorial: TutorialSummary; progress: CourseProgress | undefined }

function TutorialRow({ courseId, sessionId, tutorial, progress }: TutorialRowProps) {
  const account = useAccount()
  const client = useQueryClient()
  const access = tutorialAccess(account, tutorial)
  const label = openLabels[access]
  // Before the course has started, no tutorial is marked.
  const isCurrent = progress !== undefined && progress.tutorials.length > 0 && progress.continue_with === tutorial.id
  const prefetch = () => prefetchTutorial(client, account, tutorial)
  if (access === 'locked') return <LockedRow tutorial={tutorial} />
  return (
    <li className={cx('relative flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-5', label !== undefined && 'hover:bg-sunken')}>
      <span className="min-w-0 flex-1 basis-52">
        <span className="font-semibold">{tutorial.name}</span>
        {stateOf(progress, tutorial.id) === 'done' && <Check aria-label="Done" role="img" className="ml-2 inline size-4 text-positive" />}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums empty:hidden">
          {formatStudyMinutes(tutorial)}
          {isCurrent && <Badge tone="accent">Continue here</Badge>}
        </span>
      </span>
      {label === undefined ? (
        <LoadingButton variant="secondary" size="sm">
          View Tutorial
        </LoadingButton>
      ) : (
        <LinkButton
          to={paths.tutorial(courseId, sessionId, tutorial.id)}
          variant="secondary"
          size="sm"
          className="after:absolute after:inset-0"
          onPointerEnter={prefetch}
          onFocus={prefetch}
        >
          {label}
          <span className="sr-only">: {tutorial.name}</span>
        </LinkButton>
      )}
    </li>
  )
}

/** A locked tutorial: a quiet row, which as a whole opens the pricing dialog. */
function LockedRow({ tutorial }: { tutorial: TutorialSummary }) {
  const { name } = tutorial
  const minutes = formatStudyMinutes(tutorial)
  const { request } = useFeatureAccess()
  return (
    <li className="group relative flex items-center gap-x-4 px-4 py-3 hover:bg-sunken sm:px-5">
      <span className="min-w-0 flex-1">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => request('master_course', name)}
          className="text-left font-medium text-muted outline-none print:inline! group-hover:text-ink after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {name}
          <span className="sr-only"> (locked)</span>
        </button>
        {minutes && <span className="block text-sm text-muted tabular-nums">{minutes}</span>}
      </span>
      <Lock aria-hidden="true" className="size-4 shrink-0 text-locked group-hover:text-ink" />
    </li>
  )
}
