import type { SessionSummary } from '@academy/contract'
import { counted } from '../../ui/counted.ts'
import { courseFacts, durationText } from './course-outline.ts'

/** What is in the course, counted and never claimed; what is free, where that matters to the reader. */
export function CourseFacts({ sessions, sayFree }: { sessions: SessionSummary[]; sayFree: boolean }) {
  const facts = courseFacts(sessions)
  if (facts.sessions === 0) return null
  const lines = [
    counted(facts.sessions, 'session'),
    counted(facts.tutorials, 'tutorial'),
    facts.minutes > 0 && `${durationText(facts.minutes)} in all`,
    sayFree && facts.free > 0 && `${facts.free} free`,
  ]
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted tabular-nums">
      {lines.map((line) => line && <li key={line}>{line}</li>)}
    </ul>
  )
}
