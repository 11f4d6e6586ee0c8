import { hash } from 'node:crypto'
import type { ConfirmationReason } from '../mirror/confirmation-required.ts'
import { type PageKind, PageRefused, PageWithdrawn, pageKinds } from '../mirror/page-refused.ts'
import type { PublishedPage } from '../pages/content.store.ts'
import { findCourse, isPublishable, parentOf, type ValidatedPage } from '../pages/validate-pages.ts'

/** The share of pages of one kind whose withdrawal needs an admin's confirmation; of courses, each one with its pages does. */
const MAX_SHARE = 0.2
/** A single withdrawn page never needs a confirmation. */
const MIN_PAGES = 2
const NAMES_SHOWN = 3

const plurals: Record<PageKind, string> = { course: 'courses', session: 'sessions', tutorial: 'tutorials', resource: 'resources' }

export type PlannedRun = {
  publishedPages: Map<string, PublishedPage>
  /** The listed pages, validated: all of them, or with `isFull` false only recent edits. */
  pages: ValidatedPage[]
  isFull: boolean
}

/** Returns the published pages that the run removes from the mirror, by id. */
export function withdrawnPages({ publishedPages, pages, isFull }: PlannedRun): Map<string, PublishedPage> {
  const outcomes = new Map(pages.map(({ id, outcome }) => [id, outcome]))
  const isWithdrawn = (id: string): boolean => {
    const outcome = outcomes.get(id)
    if (!outcome) return isFull
    return outcome instanceof PageWithdrawn || (outcome instanceof PageRefused && outcome.withdraws)
  }
  return new Map([...publishedPages].filter(([id]) => isWithdrawn(id)))
}

/** Returns the pages that learners can reach: those whose session and course are published as well. */
function reachable(pages: Map<string, string | null>): Set<string> {
  const isReachable = (id: string): boolean => {
    const parent = pages.get(id)
    return parent !== undefined && (parent === null || isReachable(parent))
  }
  return new Set([...pages.keys()].filter(isReachable))
}

/** Returns a reason for each kind of which the run would withdraw many pages, directly or because their parent is gone. */
function withdrawalReasons(run: PlannedRun): ConfirmationReason[] {
  const { publishedPages, pages } = run
  const before = new Map([...publishedPages].map(([id, { parent_page_id }]) => [id, parent_page_id]))
  const after = new Map(before)
  for (const { id, outcome } of pages) if (isPublishable(outcome)) after.set(id, parentOf(outcome)?.id ?? null)
  for (const id of withdrawnPages(run).keys()) after.delete(id)

  // A page that was moved to another database is lost for the readers of its former kind.
  const moved = new Set(
    pages.flatMap(({ id, kind, outcome }) => (isPublishable(outcome) && publishedPages.get(id)?.kind !== kind ? [id] : [])),
  )
  const [reachableBefore, reachableAfter] = [reachable(before), reachable(after)]
  const lost = [...reachableBefore].filter((id) => !reachableAfter.has(id) || moved.has(id))
  if (lost.length < MIN_PAGES) return []
  return pageKinds.flatMap((kind) => {
    const ofKind = (ids: Iterable<string>) => [...ids].filter((id) => publishedPages.get(id)?.kind === kind)
    const [lostOfKind, all] = [ofKind(lost), ofKind(reachableBefore)]
    return lostOfKind.length > all.length * (kind === 'course' ? 0 : MAX_SHARE)
      ? [withdrawalReason(kind, lostOfKind, all.length, publishedPages)]
      : []
  })
}

function withdrawalReason(kind: PageKind, lost: string[], total: number, publishedPages: Map<string, PublishedPage>): ConfirmationReason {
  const names = lost
    .map((id) => publishedPages.get(id)?.name || 'Untitled')
    .toSorted()
    .slice(0, NAMES_SHOWN)
    .map((name) => `“${name}”`)
  const share = Math.round((lost.length / total) * 100)
  return {
    rule: 'pages_lost',
    reason:
      `This sync would take ${lost.length} of ${total} ${plurals[kind]} (${share}%) away from learners, among them ${names.join(', ')}. ` +
      'Restore them in Notion, or confirm that they go.',
    subject: `${kind} ${hash('sha256', lost.toSorted().join(' '))}`,
  }
}

/** Returns a reason after the slug of the published course was changed: it is in every URL of the academy. */
function changedSlugReasons({ publishedPages, pages }: PlannedRun, { courseId, acceptedSlug, slugs }: CourseSlugs): ConfirmationReason[] {
  const course = findCourse(pages, publishedPages, courseId)
  const slug = course && slugs.get(course.id)
  if (!course || slug === undefined || slug === courseId || slug === acceptedSlug) return []
  const reason =
    `The slug of the course “${course.title}” was changed from “${courseId}” to “${slug}”. Every address of the academy uses “${courseId}”. ` +
    'Change the slug back in Notion, or confirm that this is still the course: it then keeps its old address.'
  return [{ rule: 'course_slug_changed', reason, subject: `${course.id} ${slug}` }]
}

type CourseSlugs = {
  courseId: string
  /** The other slug with which an admin confirmed the course. */
  acceptedSlug: string | null
  /** The slugs of the listed courses, by page. */
  slugs: Map<string, string>
}

/** Returns why a run has to wait for an admin, apart from its databases. */
export const confirmationReasons = (run: PlannedRun, slugs: CourseSlugs): ConfirmationReason[] => [
  ...changedSlugReasons(run, slugs),
  ...withdrawalReasons(run),
]
