import { useEffect } from 'react'
import { type AccessFacts, hasCourseAccess } from '../../account/access-rules.ts'

const KEY = 'academy.had-course'

/** Returns whether the user owns the course; while the account loads, whether the last user of this browser did. For layout only. */
export function useLikelyOwner(account: AccessFacts): boolean {
  const isKnown = account.status === 'loaded'
  const isOwner = hasCourseAccess(account)

  useEffect(() => {
    if (isKnown) storeOwnership(isOwner)
  }, [isKnown, isOwner])

  return isKnown ? isOwner : hadCourseLastVisit()
}

// With blocked storage the layout may shift.
function hadCourseLastVisit(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function storeOwnership(isOwner: boolean) {
  try {
    if (isOwner) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
