import type { SessionSummary } from '@academy/contract'
import { pluralize } from '../../ui/pluralize.ts'
import { courseFacts, formatDuration } from './course-outline.ts'

/** Counts of the course, computed from its content. */
export function CourseFacts({ sessions, showFree }: { sessions: SessionSummary[]; showFree: boolean }) {
  const facts = courseFacts(sessions)
  if (facts.sessions === 0) return null
  const lines = [
    pluralize(facts.sessions, 'session'),
    pluralize(facts.tutorials, 'tutorial'),
    facts.minutes > 0 && `${formatDuration(facts.minutes)} total`,
    showFree && facts.free > 0 && `${facts.free} free`,
  ]
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted tabular-nums">
      {lines.map((line) => line && <li key={line}>{line}</li>)}
    </ul>
  )
}
