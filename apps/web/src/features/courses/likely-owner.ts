import { useEffect } from 'react'
import { courseAccess, type Knowledge } from '../../account/access-rules.ts'

const KEY = 'academy.had-course'

/**
 * Whether this person has the course; while nobody knows, whether whoever was here last had it. Only for the shape of what is on its way:
 * it opens nothing.
 */
export function useLikelyOwner(account: Knowledge): boolean {
  const isKnown = account.status === 'loaded'
  const isOwner = courseAccess(account)

  useEffect(() => {
    if (isKnown) remember(isOwner)
  }, [isKnown, isOwner])

  return isKnown ? isOwner : hadCourse()
}

// A browser that denies its storage only gets the less likely shape.
function hadCourse(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function remember(isOwner: boolean) {
  try {
    if (isOwner) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}
