const KEY = 'academy.analytics'

export type Answer = 'yes' | 'no'

/** What this browser was told; a browser that denies its storage was told nothing. */
export function rememberedAnswer(): Answer | undefined {
  try {
    const answer = localStorage.getItem(KEY)
    return answer === 'yes' || answer === 'no' ? answer : undefined
  } catch {
    return undefined
  }
}

export function rememberAnswer(answer: Answer): void {
  try {
    localStorage.setItem(KEY, answer)
  } catch {
    // It holds for this visit, then, and is asked again at the next.
  }
}
