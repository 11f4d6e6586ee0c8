import type { CourseProgress, SessionSummary } from '@academy/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type TutorialAccess, tutorialAccess } from '../../account/access-rules.ts'
import { useAccount } from '../../account/use-account.ts'
import { useFeatureAccess } from '../../account/use-feature-access.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/class-names.ts'
import { Check, ChevronDown, Lock } from '../../ui/icons.ts'
import { LabelWithSubject } from '../../ui/label-with-subject.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadingButton } from '../../ui/loading-button.tsx'
import { courseTotals, formatDuration, formatStudyMinutes, type TutorialSummary } from './course-outline.ts'
import { prefetchTutorial, useShownProduct } from './course-queries.ts'
import { sessionProgressText, stateOf } from './progress/use-progress.ts'

type CourseSessionProps = { courseId: string; session: SessionSummary; progress: CourseProgress | undefined; isCurrent: boolean }

/** A session in the timeline, which opens to its tutorials: at first only the current one, and the one that the URL names (`#session-…`). */
export function CourseSession({ courseId, session, progress, isCurrent }: CourseSessionProps) {
  const headingId = `session-${session.id}`
  const panelId = `tutorials-${session.id}`
  const { hash, key } = useLocation()
  const isTarget = hash === `#${headingId}`
  const [chosen, setChosen] = useState<boolean>()
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isTarget) return
    // The user may have closed it since an earlier navigation; each one has a key.
    if (key) setChosen(true)
    row.current?.scrollIntoView()
  }, [isTarget, key])
  const isOpen = chosen ?? (isCurrent || isTarget)
  const done = session.tutorials.filter(({ id }) => stateOf(progress, id) === 'done').length
  const isFinished = done > 0 && done === session.tutorials.length
  return (
    <li ref={row} className="relative">
      <span aria-hidden="true" className="absolute top-12 -bottom-3 left-5 w-px bg-rule print:hidden [li:last-child>&]:hidden" />
      <section aria-labelledby={headingId}>
        <div className="group relative flex min-h-13 items-center gap-3 sm:min-h-16 sm:gap-4">
          <span
            aria-hidden="true"
            className={cx(
              'relative flex size-10 shrink-0 items-center justify-center rounded-full border-2 border-ink font-display font-bold tabular-nums',
              isCurrent ? 'bg-accent text-on-accent' : 'bg-paper',
            )}
          >
            {isFinished ? <Check className="size-5" /> : session.number}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cx('-mx-1.5 size-5 shrink-0 text-muted transition-transform', !isOpen && '-rotate-90')}
          />
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 rounded-md pl-2 sm:py-1 group-hover:bg-sunken">
            <h3 id={headingId} className="min-w-0 flex-1 basis-52 text-lg leading-snug">
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={panelId}
                onClick={() => setChosen(!isOpen)}
                className="text-left outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-focus"
              >
                {session.name}
              </button>
            </h3>
            <SessionSummaryLine session={session} progress={progress} />
          </div>
        </div>
        <div id={panelId} hidden={!isOpen} className="relative bg-paper pb-5 sm:ml-16">
          {session.description && <p className="mb-3 max-w-prose text-muted max-sm:text-sm">{session.description}</p>}
          {session.tutorials.length > 0 && (
            <ul className="divide-y divide-rule rounded-lg border border-rule bg-surface">
              {session.tutorials.map((tutorial) => (
                <TutorialRow key={tutorial.id} courseId={courseId} sessionId={session.id} tutorial={tutorial} progress={progress} />
              ))}
            </ul>
          )}
        </div>
      </section>
    </li>
  )
}

/** '2 of 4 done · 1 h 39 min', and which tutorials are open without the course. */
function SessionSummaryLine({ session, progress }: { session: SessionSummary; progress: CourseProgress | undefined }) {
  const account = useAccount()
  const product = useShownProduct()
  const { minutes, tutorials } = courseTotals([session])
  const count = (access: TutorialAccess) =>
    session.tutorials.filter((tutorial) => tutorialAccess(account, tutorial, product) === access).length
  const free = count('free')
  const vip = count('vip')
  return (
    <span className="flex items-center gap-x-2 text-sm text-muted tabular-nums">
      {free > 0 && (
        <Badge tone="positive" className="shrink-0">
          {free === tutorials ? 'Free' : `${free} free`}
        </Badge>
      )}
      {vip > 0 && <Badge className="shrink-0">{vip} VIP</Badge>}
      <span>
        {sessionProgressText(progress, session)}
        {minutes > 0 && ` · ${formatDuration(minutes)}`}
      </span>
    </span>
  )
}

const openLabels: Partial<Record<TutorialAccess, string>> = { open: 'View Tutorial', free: 'View for FREE', vip: 'VIP ACCESS' }

const rowClasses = 'group relative flex min-h-12 items-center gap-x-3 px-3 py-1.5 sm:px-4'

type TutorialRowProps = { courseId: string; sessionId: string; tutorial: TutorialSummary; progress: CourseProgress | undefined }

function TutorialRow({ courseId, sessionId, tutorial, progress }: TutorialRowProps) {
  const account = useAccount()
  const client = useQueryClient()
  const product = useShownProduct()
  const access = tutorialAccess(account, tutorial, product)
  const label = openLabels[access]
  const minutes = formatStudyMinutes(tutorial)
  // Before the course has started, no tutorial is marked.
  const isCurrent = progress !== undefined && progress.tutorials.length > 0 && progress.continue_with === tutorial.id
  const prefetch = () => prefetchTutorial(client, account, tutorial, product)
  if (access === 'locked') return <LockedRow tutorial={tutorial} />
  return (
    <li className={cx(rowClasses, label !== undefined && 'hover:bg-sunken')}>
      {stateOf(progress, tutorial.id) === 'done' ? (
        <Check aria-label="Done" role="img" className="size-4 shrink-0 text-positive" />
      ) : (
        <span aria-hidden="true" className="size-4 shrink-0 rounded-full border border-rule-strong" />
      )}
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <span className="flex flex-wrap items-center gap-x-3 leading-snug font-semibold max-sm:text-sm">
          {tutorial.name}
          {isCurrent && <Badge tone="accent">Continue here</Badge>}
        </span>
        <span className="text-sm text-muted tabular-nums">{minutes}</span>
      </span>
      {label === undefined ? (
        <LoadingButton variant="secondary" size="sm" className="h-8! shrink-0">
          View Tutorial
        </LoadingButton>
      ) : (
        <LinkButton
          to={paths.tutorial(courseId, sessionId, tutorial.id)}
          variant="secondary"
          size="sm"
          className="h-8! shrink-0 after:absolute after:inset-0"
          onPointerEnter={prefetch}
          onFocus={prefetch}
        >
          <LabelWithSubject label={label} subject={tutorial.name} />
        </LinkButton>
      )}
    </li>
  )
}

/** A locked tutorial: a quiet row, which as a whole opens the pricing dialog. */
function LockedRow({ tutorial }: { tutorial: TutorialSummary }) {
  const { name } = tutorial
  const { request } = useFeatureAccess()
  const product = useShownProduct()
  return (
    <li className={cx(rowClasses, 'hover:bg-sunken')}>
      <Lock aria-hidden="true" className="size-4 shrink-0 text-locked group-hover:text-ink" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => product && request(product, name)}
          className="text-left leading-snug font-medium text-muted outline-none max-sm:text-sm print:inline! group-hover:text-ink after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {name}
          <span className="sr-only"> (locked)</span>
        </button>
        <span className="text-sm text-muted tabular-nums">{formatStudyMinutes(tutorial)}</span>
      </span>
    </li>
  )
}
