const KEY = 'academy.analytics'

export type ConsentAnswer = 'yes' | 'no'

/** Loads the user's stored answer; undefined if there is none or storage is blocked. */
export function loadConsentAnswer(): ConsentAnswer | undefined {
  try {
    const answer = localStorage.getItem(KEY)
    return answer === 'yes' || answer === 'no' ? answer : undefined
  } catch {
    return undefined
  }
}

export function saveConsentAnswer(answer: ConsentAnswer): void {
  try {
    localStorage.setItem(KEY, answer)
  } catch {
    // Storage is blocked: the app asks again on the next visit.
  }
}
