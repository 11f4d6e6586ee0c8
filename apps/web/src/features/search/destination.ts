import type { Entitlement } from '@academy/catalog'
import type { SearchResult } from '@academy/contract'
import { env } from '../../env.ts'
import { paths } from '../../paths.ts'

/** Where a result leads: to a page, or, where that page is locked, to the pricing dialog for a feature. */
export type Destination = { to: string } | { feature: Entitlement }

/** Returns where a result leads. The page of a locked tutorial says itself how to unlock it. */
export function destinationOf({ kind, id, session_id, seconds, locked }: SearchResult): Destination {
  switch (kind) {
    case 'resource':
      return locked ? { feature: 'resources' } : { to: paths.resource(id) }
    case 'own_prompt':
      return locked ? { feature: 'my_prompts' } : { to: paths.myPrompt(id) }
    case 'session':
      return { to: paths.session(env.masterCourseId, id) }
    default: {
      const page = paths.tutorial(env.masterCourseId, session_id ?? '', id)
      return { to: seconds === null ? page : `${page}?t=${seconds}` }
    }
  }
}
