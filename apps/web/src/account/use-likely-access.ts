import { type CourseId, FIRST_COURSE } from '@academy/catalog'
import { useEffect } from 'react'
import { browserStorage } from '../ui/web-storage.ts'
import { type AccessFacts, hasCourseAccess } from './access-rules.ts'

/**
 * Returns whether the user has access; while the account loads, whether the last user of this browser had it, or undefined on a first visit.
 * For layout only.
 */
function useLikelyAccess({ status, error }: Pick<AccessFacts, 'status' | 'error'>, key: string, hasAccess: boolean): boolean | undefined {
  const isKnown = status === 'loaded'

  useEffect(() => {
    if (isKnown) browserStorage.set(key, hasAccess ? 'yes' : 'no')
  }, [isKnown, key, hasAccess])

  if (isKnown) return hasAccess
  const atLastVisit = browserStorage.get(key)
  if (atLastVisit !== null) return atLastVisit === 'yes'
  return error ? false : undefined
}

/** Returns whether the user likely owns a course, by default the Master Course; undefined while its product is unknown. */
export function useLikelyOwner(account: AccessFacts, product: CourseId | undefined): boolean | undefined {
  const key = product === FIRST_COURSE ? 'academy.had-course' : `academy.had-${product}`
  return useLikelyAccess(
    product === undefined ? { status: 'loading' } : account,
    key,
    product !== undefined && hasCourseAccess(account, product),
  )
}

/** Returns whether the user likely subscribes to the Studio. */
export const useLikelySubscriber = (account: AccessFacts): boolean | undefined =>
  useLikelyAccess(account, 'academy.had-studio', account.entitlements.my_prompts)
