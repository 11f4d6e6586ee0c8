type Progress = { done: boolean; updated_at: Date }

/**
 * Returns the id of the tutorial to continue with: the last used tutorial; if it is done, the next one that is not done, or else the first
 * one that is not done. Null when all are done. `tutorials` are those that the account may open, in the order of the course.
 */
export function tutorialToContinue(tutorials: readonly { id: string }[], progress: ReadonlyMap<string, Progress>): string | null {
  const timeOf = (id: string) => progress.get(id)?.updated_at.getTime() ?? Number.NEGATIVE_INFINITY
  const isDone = ({ id }: { id: string }) => progress.get(id)?.done === true
  const lastUsed = tutorials.reduce((last, { id }, index) => (timeOf(id) > timeOf(tutorials[last]?.id ?? '') ? index : last), 0)
  const next = tutorials.slice(lastUsed).find((tutorial) => !isDone(tutorial)) ?? tutorials.find((tutorial) => !isDone(tutorial))
  return next?.id ?? null
}
