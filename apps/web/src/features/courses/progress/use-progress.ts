import type { CourseProgress, SessionSummary, TutorialProgress } from '@academy/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { currentSession } from '../../../session/session.ts'
import { pluralize } from '../../../ui/pluralize.ts'
import { applyActivity, progressQuery, updateProgressCache } from './progress-queries.ts'
import { sendActivities } from './send-activities.ts'
import { addUnsent } from './unsent-activities.ts'

type ProgressState = 'not_started' | TutorialProgress['state']

/** Returns the progress with the course; undefined while it loads or when it could not be loaded. Screens work without it. */
export const useCourseProgress = (courseId: string): CourseProgress | undefined => useQuery(progressQuery(courseId)).data

export const stateOf = (progress: CourseProgress | undefined, tutorialId: string): ProgressState =>
  progress?.tutorials.find(({ tutorial_id }) => tutorial_id === tutorialId)?.state ?? 'not_started'

/** Returns '4 tutorials', or once the session is started '1 of 4 done'; with ', checked' when the project of the user passed its checks. */
export function sessionProgressText(progress: CourseProgress | undefined, { id, tutorials, tutorials_number }: SessionSummary): string {
  const states = tutorials.map((tutorial) => stateOf(progress, tutorial.id))
  const isStarted = states.some((state) => state !== 'not_started')
  const done = `${states.filter((state) => state === 'done').length} of ${tutorials_number} done`
  return (isStarted ? done : pluralize(tutorials_number, 'tutorial')) + (progress?.checked_sessions.includes(id) ? ', checked' : '')
}

/** Returns a function that saves what the user does with a tutorial of the course: shown at once, and sent as soon as the API can be reached. */
export function useSaveActivity(courseId: string): (tutorialId: string, change?: { done: boolean }) => void {
  const client = useQueryClient()
  return useCallback((tutorialId, change) => void saveActivity(client, courseId, tutorialId, change), [client, courseId])
}

async function saveActivity(client: QueryClient, courseId: string, tutorialId: string, change?: { done: boolean }): Promise<void> {
  const accountId = currentSession()?.user.id
  if (accountId === undefined) return
  const activity = { tutorialId, at: new Date().toISOString(), ...change }
  addUnsent(accountId, activity)
  await updateProgressCache(client, courseId, activity)
  // The query sends unsent activities before it loads the progress. If that fails, they are sent when the API can be reached (`send-activities.ts`).
  await client.invalidateQueries({ queryKey: progressQuery(courseId).queryKey })
}

/** Records that the tutorial was opened, once per visit to it. */
export function useRecordOpening(courseId: string, tutorialId: string, isOpen: boolean): void {
  const save = useSaveActivity(courseId)
  useEffect(() => {
    if (isOpen) save(tutorialId)
  }, [save, tutorialId, isOpen])
}

/** Where the video of a tutorial was left (undefined while that is unknown), and where to report how far it is watched. */
type VideoProgress = { startAt: () => number | undefined; onPosition: (seconds: number) => void }

/** Returns where the video of a tutorial continues, and the function that stores its position. */
export function useVideoProgress(courseId: string, tutorialId: string): VideoProgress {
  const client = useQueryClient()
  return useMemo(() => {
    const { queryKey } = progressQuery(courseId)
    const accountId = currentSession()?.user.id
    return {
      startAt: () => {
        const progress = client.getQueryData(queryKey)
        return progress && (progress.tutorials.find(({ tutorial_id }) => tutorial_id === tutorialId)?.video_seconds ?? 0)
      },
      onPosition: (seconds) => {
        // Another user may have signed in meanwhile: the player also reports when it is removed.
        if (currentSession()?.user.id === accountId) void savePosition(client, courseId, tutorialId, seconds)
      },
    }
  }, [client, courseId, tutorialId])
}

async function savePosition(client: QueryClient, courseId: string, tutorialId: string, seconds: number): Promise<void> {
  const accountId = currentSession()?.user.id
  if (accountId === undefined) return
  const activity = { tutorialId, at: new Date().toISOString(), seconds }
  addUnsent(accountId, activity)
  client.setQueryData(progressQuery(courseId).queryKey, (progress) => progress && applyActivity(progress, activity))
  try {
    await sendActivities(accountId)
  } catch {
    // It stays unsent, and goes with the next position or load, or when the API can be reached.
  }
}
