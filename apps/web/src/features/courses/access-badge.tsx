import type { TutorialAccess } from '../../account/access-rules.ts'
import { Badge } from '../../ui/badge.tsx'

/** How a tutorial stands to the reader, where that is worth a word. What was bought needs none. */
export function AccessBadge({ access }: { access: TutorialAccess }) {
  if (access === 'free') return <Badge tone="positive">Free</Badge>
  if (access === 'vip') return <Badge tone="accent">VIP ACCESS</Badge>
  if (access === 'locked') return <Badge tone="locked">Master Course</Badge>
  return null
}
