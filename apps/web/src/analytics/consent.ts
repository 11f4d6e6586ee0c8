const KEY = 'academy.analytics'

export type ConsentAnswer = 'yes' | 'no'

/** Loads the stored consent; undefined without one or with blocked storage. */
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
    // Storage is blocked: the next visit asks again.
  }
}
