import { COURSES, type CourseId } from '@academy/catalog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useEffect, useId } from 'react'
import { Link } from 'react-router'
import { type TutorialAccess, tutorialAccess } from '../../../account/access-rules.ts'
import { ToolSetupButton } from '../../../account/tools/tool-setup-button.tsx'
import { useAccount } from '../../../account/use-account.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ArrowLeft, ArrowRight, Clock } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { adjacentTutorials, formatStudyTime, type TutorialSummary } from '../course-outline.ts'
import { prefetchTutorial, sessionsQuery, tutorialContentQuery, useShownProduct } from '../course-queries.ts'
import { NoteSection } from '../notes/note-section.tsx'
import { MarkAsDone } from '../progress/mark-as-done.tsx'
import { useRecordOpening } from '../progress/use-progress.ts'
import { TutorialContent } from './tutorial-content.tsx'
import { TutorialSkeleton } from './tutorial-skeleton.tsx'
import { useTutorialPricing } from './use-tutorial-pricing.ts'

/** Needed before an account has the course. */
const LockedTutorial = lazyPart(async () => (await import('./locked-tutorial.tsx')).LockedTutorial, <TutorialSkeleton />)

/** Needed at the end of the tutorial. */
const TutorialAnswer = lazyPart(
  async () => (await import('../answer/tutorial-answer.tsx')).TutorialAnswer,
  <Skeleton className="h-14 max-sm:h-24" />,
)

/** Needed once in the life of an account. */
const StartCourse = lazyPart(async () => (await import('./start-course.tsx')).StartCourse, <TutorialSkeleton />)

type TutorialArticleProps = {
  courseId: string
  tutorial: TutorialSummary
  /** All tutorials of the session. */
  siblings: TutorialSummary[]
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** The selected tutorial. Title and navigation render before the content has loaded. */
export function TutorialArticle({ courseId, tutorial, siblings, headingRef }: TutorialArticleProps) {
  const account = useAccount()
  const product = useShownProduct()
  const titleId = useId()
  const { data, error, isFetching, refetch } = useQuery(tutorialContentQuery(tutorial.id))
  // Rendered in slices when it replaces the skeleton, as in `SessionPage`.
  const result = useDeferredValue(data !== undefined) ? data : undefined
  const adjacent = useAdjacentTutorials(courseId, tutorial.id, data?.content?.next)
  const access = tutorialAccess(account, tutorial, product)
  const isLockedByServer = result?.locked === true
  const isOpen = result?.locked === false
  useTutorialPricing(tutorial, product)
  useRecordOpening(courseId, tutorial.id, isOpen)

  // Refetches once when the account has gained access since the server refused the content.
  useEffect(() => {
    if (isLockedByServer && access !== 'locked' && access !== 'loading') void refetch()
  }, [isLockedByServer, access, refetch])

  const reload = async () => {
    const { data: reloaded } = await refetch()
    return reloaded?.content
  }
  const studyTime = formatStudyTime(tutorial)
  const summary = result?.content?.tutorial_description
  const withAccessFlags = (neighbor: AdjacentTutorial | null) =>
    neighbor && { ...siblings.find(({ id }) => id === neighbor.id), ...neighbor }
  return (
    <article aria-labelledby={titleId} className="flex max-w-[49rem] min-w-0 flex-col gap-7 sm:gap-10 [--bar-height:2.75rem]">
      <header>
        <h2 id={titleId} ref={headingRef} tabIndex={-1} className="scroll-mt-24 text-3xl text-balance outline-none sm:text-4xl">
          {tutorial.name}
        </h2>
        {summary && <p className="mt-2 max-w-prose text-lg text-muted">{summary}</p>}
        <div className="mt-3 flex flex-wrap items-center gap-3 text-sm text-muted">
          {studyTime && (
            <span className="flex items-center gap-1.5 tabular-nums">
              <Clock aria-hidden="true" className="size-4" />
              {studyTime}
            </span>
          )}
          <AccessBadge access={access} course={product && COURSES[product].title} />
          <ToolSetupButton variant="ghost" />
        </div>
      </header>
      {isLockedByServer && <LockedTutorial courseId={courseId} name={tutorial.name} />}
      {result?.locked === 'by_guarantee' && <StartCourse key={tutorial.id} tutorial={tutorial} headingRef={headingRef} />}
      {result?.content && (
        <TutorialContent
          key={tutorial.id}
          courseId={courseId}
          tutorialId={tutorial.id}
          content={result.content}
          name={tutorial.name}
          reload={reload}
        />
      )}
      {!result && (isFetching || !error) && <TutorialSkeleton />}
      {!result && error && !isFetching && (
        <ErrorState title={error.message} message="The rest of this session still works." onRetry={() => void refetch()} headingLevel={3} />
      )}
      {isOpen && <TutorialAnswer key={`answer ${tutorial.id}`} courseId={courseId} tutorialId={tutorial.id} name={tutorial.name} />}
      {result && <NoteSection key={`note ${tutorial.id}`} tutorialId={tutorial.id} name={tutorial.name} isLocked={!isOpen} />}
      {isOpen && <MarkAsDone key={`done ${tutorial.id}`} courseId={courseId} tutorialId={tutorial.id} next={adjacent.next} />}
      <TutorialNavigation before={withAccessFlags(adjacent.before)} next={withAccessFlags(adjacent.next)} product={product} />
    </article>
  )
}

/** Returns the adjacent tutorials from the content, or from the course outline when the content is locked or failed. */
function useAdjacentTutorials(
  courseId: string,
  tutorialId: string,
  known: { before_tutorial: AdjacentTutorial | null; next_tutorial: AdjacentTutorial | null } | undefined,
) {
  const { data: sessions } = useQuery({ ...sessionsQuery(courseId), enabled: !known })
  if (known) return { before: known.before_tutorial, next: known.next_tutorial }
  const { before, next } = adjacentTutorials(sessions ?? [], tutorialId)
  return { before: before && { ...before, course_id: courseId }, next: next && { ...next, course_id: courseId } }
}

/** Shows free, VIP or locked access. An open tutorial needs no badge. */
function AccessBadge({ access, course }: { access: TutorialAccess; course: string | undefined }) {
  if (access === 'free') return <Badge tone="positive">Free</Badge>
  if (access === 'vip') return <Badge tone="accent">VIP ACCESS</Badge>
  if (access === 'locked') return <Badge tone="locked">{course}</Badge>
  return null
}

/** The previous or next tutorial, maybe in another session or course. */
type AdjacentTutorial = { id: string; name: string; session_id: string; course_id: string; free?: boolean; vip?: boolean }

type TutorialNavigationProps = { before: AdjacentTutorial | null; next: AdjacentTutorial | null; product: CourseId | undefined }

/** Previous and Next. At an end of the course that link is missing. */
function TutorialNavigation({ before, next, product }: TutorialNavigationProps) {
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
