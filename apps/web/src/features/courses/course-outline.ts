import type { CourseId } from '@academy/catalog'
import type { CourseProgress, SessionSummary } from '@academy/contract'
import { studyMinutes } from '@academy/contract/study-time'
import { type AccessFacts, tutorialAccess } from '../../account/access-rules.ts'

export type TutorialSummary = SessionSummary['tutorials'][number]
export type TutorialWithSession = TutorialSummary & { session_id: string; session_name: string }

/** Returns all tutorials of the course in order. */
export function tutorialsInOrder(sessions: SessionSummary[]): TutorialWithSession[] {
  return sessions.flatMap(({ id, name, tutorials }) => tutorials.map((tutorial) => ({ ...tutorial, session_id: id, session_name: name })))
}

/** Returns the previous and the next tutorial, across sessions; null at the ends and for an unknown tutorial. */
export function adjacentTutorials(sessions: SessionSummary[], tutorialId: string) {
  const all = tutorialsInOrder(sessions)
  const index = all.findIndex(({ id }) => id === tutorialId)
  return { before: (index > 0 && all[index - 1]) || null, next: (index >= 0 && all[index + 1]) || null }
}

/** Returns the free tutorials of the course in order. */
export const freeTutorials = (sessions: SessionSummary[]): TutorialWithSession[] => tutorialsInOrder(sessions).filter(({ free }) => free)

/** Returns the first free tutorial in order; undefined if the course has none. */
export const firstFreeTutorial = (sessions: SessionSummary[]): TutorialWithSession | undefined => freeTutorials(sessions)[0]

/** Returns the session to continue with; before a tutorial is done, the first one with a tutorial that the account can open. */
export function currentSession(
  account: AccessFacts,
  product: CourseId | undefined,
  sessions: SessionSummary[],
  progress?: CourseProgress,
): SessionSummary | undefined {
  const firstWith = (matches: (tutorial: TutorialSummary) => boolean) => sessions.find(({ tutorials }) => tutorials.some(matches))
  const next = firstWith(({ id }) => id === progress?.continue_with)
  return next ?? (progress?.done ? undefined : firstWith((tutorial) => tutorialAccess(account, tutorial, product) !== 'locked'))
}

/** Counts the tutorials that the account can open, and all. */
export function countOpenTutorials(
  account: AccessFacts,
  product: CourseId | undefined,
  sessions: SessionSummary[],
): { open: number; all: number } {
  const all = tutorialsInOrder(sessions)
  return {
    open: all.filter((tutorial) => ['free', 'vip', 'open'].includes(tutorialAccess(account, tutorial, product))).length,
    all: all.length,
  }
}

/** Computes the counts of the course. Minutes skip tutorials that state none; those with a video alone count in `minutes` only. */
export function courseTotals(sessions: SessionSummary[]) {
  const tutorials = tutorialsInOrder(sessions)
  const sum = (minutesOf: (tutorial: TutorialSummary) => number | null) =>
    tutorials.reduce((total, tutorial) => total + (minutesOf(tutorial) ?? 0), 0)
  return {
    sessions: sessions.length,
    tutorials: tutorials.length,
    free: tutorials.filter(({ free }) => free).length,
    diagrams: tutorials.filter(({ has_diagram }) => has_diagram).length,
    // An API of the version before sends no `has_video`.
    videos: tutorials.filter(({ has_video }) => has_video).length,
    minutes: sum(studyMinutes),
    readMinutes: sum(({ read_minutes }) => read_minutes),
    buildMinutes: sum(({ build_minutes }) => build_minutes),
  }
}

/** Says how long the course takes: reading and building apart, or the total where the author does not divide it. */
export function durationTexts({
  minutes,
  readMinutes,
  buildMinutes,
}: ReturnType<typeof courseTotals>): [duration: string, label: string][] {
  const divided = readMinutes + buildMinutes
  const parts: [number, string][] = [
    [readMinutes, 'reading'],
    [buildMinutes, 'building'],
    [minutes - divided, divided > 0 ? 'of video' : 'total'],
  ]
  return parts.filter(([count]) => count > 0).map(([count, label]) => [formatDuration(count), label])
}

/** Formats minutes: '45 min', '2 h', '2 h 10 min'. */
export function formatDuration(minutes: number): string {
  const whole = Math.round(minutes)
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  return [hours && `${hours} h`, (rest || !hours) && `${rest} min`].filter(Boolean).join(' ')
}

/** Formats the minutes that a tutorial takes in lists; null without any. */
export function formatStudyMinutes(tutorial: Parameters<typeof studyMinutes>[0]): string | null {
  const minutes = studyMinutes(tutorial)
  return minutes === null ? null : formatDuration(minutes)
}

/** Formats what a tutorial takes on its own page: '8 min read · 25 min build', or the minutes of its video; null without any. */
export function formatStudyTime(tutorial: Parameters<typeof studyMinutes>[0]): string | null {
  const { read_minutes, build_minutes } = tutorial
  const parts = [read_minutes && `${formatDuration(read_minutes)} read`, build_minutes && `${formatDuration(build_minutes)} build`]
  return parts.filter(Boolean).join(' · ') || formatStudyMinutes(tutorial)
}
