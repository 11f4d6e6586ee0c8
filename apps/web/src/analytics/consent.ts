import { browserStorage } from '../ui/web-storage.ts'

const KEY = 'academy.analytics'

export type ConsentAnswer = 'yes' | 'no'

/** Loads the user's stored answer. Where storage is blocked, the app asks again on the next visit. */
export function loadConsentAnswer(): ConsentAnswer | undefined {
  return parseAnswer(browserStorage.get(KEY))
}

const parseAnswer = (text: string | null): ConsentAnswer | undefined => (text === 'yes' || text === 'no' ? text : undefined)

export const saveConsentAnswer = (answer: ConsentAnswer): void => browserStorage.set(KEY, answer)

/** Calls the listener when the user answers in another tab. */
export function onAnswerInOtherTab(listener: (answer: ConsentAnswer) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    const answer = parseAnswer(newValue)
    if (key === KEY && answer) listener(answer)
  })
}
