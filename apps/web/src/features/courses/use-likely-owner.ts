import { useEffect } from 'react'
import { type AccessFacts, hasCourseAccess } from '../../account/access-rules.ts'
import { browserStorage } from '../../ui/web-storage.ts'

const KEY = 'academy.had-course'

/**
 * Returns whether the user owns the course; while the account loads, whether the last user of this browser did, or undefined on a first
 * visit. For layout only.
 */
export function useLikelyOwner(account: AccessFacts): boolean | undefined {
  const isKnown = account.status === 'loaded'
  const isOwner = hasCourseAccess(account)

  useEffect(() => {
    if (isKnown) browserStorage.set(KEY, isOwner ? 'yes' : 'no')
  }, [isKnown, isOwner])

  if (isKnown) return isOwner
  const atLastVisit = browserStorage.get(KEY)
  if (atLastVisit !== null) return atLastVisit === 'yes'
  return account.error ? false : undefined
}
