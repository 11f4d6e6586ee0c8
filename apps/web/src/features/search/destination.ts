import type { Entitlement } from '@academy/catalog'
import type { SearchResult } from '@academy/contract'
import { paths } from '../../paths.ts'

/** Where a search result leads: to a page, or to the pricing dialog for `feature` if the page is locked. */
export type Destination = { to: string } | { feature: Entitlement }

/** Returns the destination of a result. A locked tutorial leads to its page, which says how to unlock it. */
export function destinationOf({ kind, id, session_id, course_id, seconds, locked }: SearchResult): Destination {
  const course = course_id ?? ''
  switch (kind) {
    case 'resource':
      return locked ? { feature: 'resources' } : { to: paths.resource(id) }
    case 'own_prompt':
      return locked ? { feature: 'my_prompts' } : { to: paths.myPrompt(id) }
    case 'session':
      return { to: paths.session(course, id) }
    // A tutorial, a part of one or a note on one. `seconds` is the position in its video.
    default: {
      const page = paths.tutorial(course, session_id ?? '', id)
      return { to: seconds === null ? page : `${page}?t=${seconds}` }
    }
  }
}
