import type { SessionSummary } from '@academy/contract'

export type TutorialSummary = SessionSummary['tutorials'][number]
/** A tutorial together with where it stands. */
export type TutorialPlace = TutorialSummary & { session_id: string; session_name: string }

/** All tutorials of the course in reading order. */
export function tutorialsInOrder(sessions: SessionSummary[]): TutorialPlace[] {
  return sessions.flatMap(({ id, name, tutorials }) => tutorials.map((tutorial) => ({ ...tutorial, session_id: id, session_name: name })))
}

/** What stands before and after a tutorial, across sessions; null at the ends and when the tutorial is not in the outline. */
export function neighboursOf(sessions: SessionSummary[], tutorialId: string) {
  const all = tutorialsInOrder(sessions)
  const at = all.findIndex(({ id }) => id === tutorialId)
  return { before: (at > 0 && all[at - 1]) || null, next: (at >= 0 && all[at + 1]) || null }
}

/** The first tutorial that anybody may open. */
export const firstFreeTutorial = (sessions: SessionSummary[]): TutorialPlace | undefined =>
  tutorialsInOrder(sessions).find(({ free }) => free)

/** What can honestly be counted; minutes leaves out tutorials without a known duration. */
export function courseFacts(sessions: SessionSummary[]) {
  const tutorials = tutorialsInOrder(sessions)
  return {
    sessions: sessions.length,
    tutorials: tutorials.length,
    free: tutorials.filter(({ free }) => free).length,
    diagrams: tutorials.filter(({ has_diagram }) => has_diagram).length,
    minutes: tutorials.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
  }
}

/** Minutes as people say them: '45 min', '2 h', '2 h 10 min'. */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  return [hours && `${hours} h`, (rest || !hours) && `${rest} min`].filter(Boolean).join(' ')
}
