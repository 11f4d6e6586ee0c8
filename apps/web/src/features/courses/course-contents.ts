import type { SessionSummary } from '@academy/contract'
import { pluralize } from '../../ui/pluralize.ts'
import { courseTotals } from './course-outline.ts'

/** Says what the course consists of: '46 tutorials to build along, 6 with a short video, grouped into 12 sessions'; undefined without tutorials. */
export function courseContents(sessions: SessionSummary[]): string | undefined {
  const { tutorials, videos, sessions: count } = courseTotals(sessions)
  if (tutorials === 0) return undefined
  const all = pluralize(tutorials, videos === tutorials ? 'video tutorial' : 'tutorial')
  const some = videos > 0 && videos < tutorials ? ` ${videos} with a short video,` : ''
  return `${all} to build along,${some} grouped into ${pluralize(count, 'session')}`
}
