import { useQueryClient } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { tutorialAccess } from '../../../account/access-rules.ts'
import { useAccount } from '../../../account/use-account.ts'
import { paths } from '../../../paths.ts'
import { Check, Lock } from '../../../ui/icons.ts'
import type { TutorialSummary } from '../course-outline.ts'
import { prefetchTutorial } from '../course-queries.ts'
import { stateOf, useCourseProgress } from '../progress/use-progress.ts'
import { useShownProduct } from '../shown-course.ts'
import { formatStudyMinutes } from '../study-time.ts'

type TutorialListProps = { courseId: string; sessionId: string; tutorials: TutorialSummary[] }

/** The navigation 'In this session:'. */
export function TutorialList({ courseId, sessionId, tutorials }: TutorialListProps) {
  const account = useAccount()
  const client = useQueryClient()
  const progress = useCourseProgress(courseId)
  const product = useShownProduct()
  return (
    <nav aria-labelledby="in-this-session">
      <p id="in-this-session" className="font-display font-bold">
        In this session:
      </p>
      <ol className="mt-2 border-l border-rule">
        {tutorials.map((tutorial) => {
          const locked = tutorialAccess(account, tutorial, product) === 'locked'
          const prefetch = () => prefetchTutorial(client, account, tutorial, product)
          return (
            <li key={tutorial.id}>
              <NavLink
                to={paths.tutorial(courseId, sessionId, tutorial.id)}
                onPointerEnter={prefetch}
                onFocus={prefetch}
                className="-ml-px flex items-baseline gap-2 rounded-r-md border-l-2 border-transparent py-2 pr-2 pl-4 text-sm text-muted hover:bg-sunken hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                <span className="min-w-0 flex-1">{tutorial.name}</span>
                <span className="shrink-0 text-xs font-normal tabular-nums empty:hidden">{formatStudyMinutes(tutorial)}</span>
                {stateOf(progress, tutorial.id) === 'done' && (
                  <span className="shrink-0 self-center text-positive">
                    <Check aria-hidden="true" className="size-3.5" />
                    <span className="sr-only">(done)</span>
                  </span>
                )}
                {locked && (
                  <span className="shrink-0 self-center text-locked">
                    <Lock aria-hidden="true" className="size-3.5" />
                    <span className="sr-only">(locked)</span>
                  </span>
                )}
              </NavLink>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
