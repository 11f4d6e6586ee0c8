import type { TutorialAccess } from '../../account/access-rules.ts'
import { Badge } from '../../ui/badge.tsx'

/** Shows free, VIP or locked access. An open tutorial needs no badge. */
export function AccessBadge({ access }: { access: TutorialAccess }) {
  if (access === 'free') return <Badge tone="positive">Free</Badge>
  if (access === 'vip') return <Badge tone="accent">VIP ACCESS</Badge>
  if (access === 'locked') return <Badge tone="locked">Master Course</Badge>
  return null
}
