import { browserStorage } from '../ui/web-storage.ts'

const KEY = 'academy.analytics'

export type ConsentAnswer = 'yes' | 'no'

/** Loads the user's stored answer. Where storage is blocked, the app asks again on the next visit. */
export function loadConsentAnswer(): ConsentAnswer | undefined {
  const answer = browserStorage.get(KEY)
  return answer === 'yes' || answer === 'no' ? answer : undefined
}

export const saveConsentAnswer = (answer: ConsentAnswer): void => browserStorage.set(KEY, answer)
