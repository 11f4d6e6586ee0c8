import type { SessionSummary } from '@academy/contract'
import { pluralize } from '../../ui/pluralize.ts'
import { courseTotals, durationTexts } from './course-outline.ts'

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
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted tabular-nums">
      {lines.map((line) => line && <li key={line}>{line}</li>)}
    </ul>
  )
}
