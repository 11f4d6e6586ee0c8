import type { CourseId } from '@academy/catalog'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../../account/use-account.ts'
import { paths } from '../../../paths.ts'
import { ArrowLeft, ArrowRight } from '../../../ui/icons.ts'
import { prefetchTutorial } from '../course-queries.ts'

/** The previous or next tutorial, maybe in another session or course. */
export type AdjacentTutorial = { id: string; name: string; session_id: string; course_id: string; free?: boolean; vip?: boolean }

type TutorialNavigationProps = { before: AdjacentTutorial | null; next: AdjacentTutorial | null; product: CourseId | undefined }

/** Previous and Next. At an end of the course that link is missing. */
export function TutorialNavigation({ before, next, product }: TutorialNavigationProps) {
  const client = useQueryClient()
  const account = useAccount()
  if (!before && !next) return null
  const prefetch = (neighbor: AdjacentTutorial) => () => prefetchTutorial(client, account, neighbor, product)
  const linkClasses =
    'flex flex-col gap-0.5 rounded-lg border border-rule-strong bg-surface px-5 py-4 transition-colors hover:border-ink hover:bg-sunken'
  return (
    <nav aria-label="Previous and next tutorial" className="grid gap-3 sm:grid-cols-2">
      {before && (
        <Link
          to={paths.tutorial(before.course_id, before.session_id, before.id)}
          className={linkClasses}
          onPointerEnter={prefetch(before)}
          onFocus={prefetch(before)}
        >
          <span className="flex items-center gap-1.5 text-sm text-muted">
            <ArrowLeft aria-hidden="true" className="size-4" />
            Previous
          </span>
          <span className="font-semibold">{before.name}</span>
        </Link>
      )}
      {next && (
        <Link
          to={paths.tutorial(next.course_id, next.session_id, next.id)}
          className={`${linkClasses} sm:col-start-2 sm:items-end sm:text-right`}
          onPointerEnter={prefetch(next)}
          onFocus={prefetch(next)}
        >
          <span className="flex items-center gap-1.5 text-sm text-muted">
            Next
            <ArrowRight aria-hidden="true" className="size-4" />
          </span>
          <span className="font-semibold">{next.name}</span>
        </Link>
      )}
    </nav>
  )
}
