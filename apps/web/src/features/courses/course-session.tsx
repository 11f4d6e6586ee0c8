import type { SessionSummary } from '@academy/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type TutorialAccess, tutorialAccess } from '../../account/access-rules.ts'
import { useAccount } from '../../account/use-account.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { pluralize } from '../../ui/pluralize.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { formatDuration, type TutorialSummary } from './course-outline.ts'
import { prefetchTutorial } from './course-queries.ts'
import { UnlockCourse } from './unlock-course.tsx'

/** A session with its tutorials in the timeline. */
export function CourseSession({ courseId, session }: { courseId: string; session: SessionSummary }) {
  return (
    <li className="relative grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 pb-12 last:pb-0 sm:gap-x-6">
      <div aria-hidden="true" className="relative">
        <span className="absolute inset-y-0 left-1/2 -mb-12 w-px bg-rule [li:last-child>div>&]:hidden" />
        <span className="relative flex size-10 items-center justify-center rounded-full border-2 border-ink bg-paper font-display font-bold tabular-nums">
          {session.number}
        </span>
      </div>
      <section aria-labelledby={`session-${session.id}`} className="min-w-0 pt-1">
        <h3 id={`session-${session.id}`} className="text-xl">
          {session.name}
        </h3>
        {session.description && <p className="mt-1 max-w-prose text-muted">{session.description}</p>}
        <p className="mt-1 text-sm text-muted tabular-nums">{pluralize(session.tutorials_number, 'tutorial')}</p>
        {session.tutorials.length > 0 && (
          <ul className="mt-4 divide-y divide-rule rounded-lg border border-rule bg-surface">
            {session.tutorials.map((tutorial) => (
              <TutorialRow key={tutorial.id} courseId={courseId} sessionId={session.id} tutorial={tutorial} />
            ))}
          </ul>
        )}
      </section>
    </li>
  )
}

const openLabels: Partial<Record<TutorialAccess, string>> = { open: 'View Tutorial', free: 'View for FREE', vip: 'VIP ACCESS' }

type TutorialRowProps = { courseId: string; sessionId: string; tutorial: TutorialSummary }

function TutorialRow({ courseId, sessionId, tutorial }: TutorialRowProps) {
  const account = useAccount()
  const client = useQueryClient()
  const access = tutorialAccess(account, tutorial)
  const label = openLabels[access]
  const prefetch = () => prefetchTutorial(client, account, tutorial)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
      <span className="min-w-0 flex-1 basis-52">
        <span className="block font-semibold">{tutorial.name}</span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted tabular-nums empty:hidden">
          {tutorial.duration !== null && formatDuration(tutorial.duration)}
        </span>
      </span>
      {label === undefined ? (
        <UnlockCourse variant="ghost" size="sm" className="max-sm:-ml-3">
          <VisuallyHidden>: {tutorial.name}</VisuallyHidden>
        </UnlockCourse>
      ) : (
        <LinkButton
          to={paths.tutorial(courseId, sessionId, tutorial.id)}
          variant="secondary"
          size="sm"
          onPointerEnter={prefetch}
          onFocus={prefetch}
        >
          {label}
          <VisuallyHidden>: {tutorial.name}</VisuallyHidden>
        </LinkButton>
      )}
    </li>
  )
}
