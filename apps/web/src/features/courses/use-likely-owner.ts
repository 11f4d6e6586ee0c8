import { useEffect } from 'react'
import { type AccessFacts, hasCourseAccess } from '../../account/access-rules.ts'

const KEY = 'academy.had-course'

/**
 * Returns whether the user owns the course; while the account loads, whether the last user of this browser did, or undefined on a first
 * visit. For layout only.
 */
export function useLikelyOwner(account: AccessFacts): boolean | undefined {
  const isKnown = account.status === 'loaded'
  const isOwner = hasCourseAccess(account)

  useEffect(() => {
    if (isKnown) storeOwnership(isOwner)
  }, [isKnown, isOwner])

  if (isKnown) return isOwner
  return ownershipAtLastVisit() ?? (account.status === 'loading' ? undefined : false)
}

// With blocked storage the layout may shift.
function ownershipAtLastVisit(): boolean | undefined {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === null ? undefined : stored === 'yes'
  } catch {
    return false
  }
}

function storeOwnership(isOwner: boolean) {
  try {
    localStorage.setItem(KEY, isOwner ? 'yes' : 'no')
  } catch {
    // As above.
  }
}
