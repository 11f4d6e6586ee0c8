import type { SessionSummary } from '@academy/contract'
import { pluralize } from '../../ui/pluralize.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { courseTotals, durationTexts } from './course-outline.ts'

const listClasses = 'flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted tabular-nums'

/** The totals of the course: sessions, tutorials, videos, hours and, with `showFree`, free tutorials. */
export function CourseTotals({ sessions, showFree }: { sessions: SessionSummary[]; showFree: boolean }) {
  const totals = courseTotals(sessions)
  if (totals.sessions === 0) return null
  const lines = [
    pluralize(totals.sessions, 'session'),
    pluralize(totals.tutorials, 'tutorial'),
    totals.videos > 0 && `${totals.videos} with a short video`,
    ...durationTexts(totals).map((parts) => parts.join(' ')),
    showFree && totals.free > 0 && `${totals.free} free`,
  ]
  return <ul className={listClasses}>{lines.map((line) => line && <li key={line}>{line}</li>)}</ul>
}

/** Keeps the lines of the totals of a usual course while the sessions load. */
export const CourseTotalsSkeleton = () => (
  <div className={listClasses}>
    {['w-20', 'w-20', 'w-35', 'w-32', 'w-23', 'w-11'].map((width, index) => (
      <Skeleton key={index} className={`h-6 ${width}`} />
    ))}
  </div>
)
